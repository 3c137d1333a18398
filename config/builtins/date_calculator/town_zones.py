"""Larger towns of Europe, and a few beyond, by their time zone: the time zone database names few towns of each country."""

import re

MORE_TOWNS = {  # further names by zone; a name that stands in a table of its own already keeps its zone
    "Europe/Amsterdam": "Utrecht, The Hague, Den Haag, Eindhoven, Groningen, Tilburg, Almere, Breda, Nijmegen, Arnhem, Haarlem, Enschede, Apeldoorn, Amersfoort, Den Bosch, 's-Hertogenbosch, Maastricht, Leiden, Dordrecht, Zoetermeer, Zwolle, Leeuwarden, Delft, Alkmaar, Venlo, Hilversum",
    "Europe/Brussels": "Belgien, Belgique, Bélgica, Antwerp, Antwerpen, Anvers, Ghent, Gent, Gand, Bruges, Brugge, Charleroi, Liège, Lüttich, Namur, Leuven, Mons, Mechelen, Ostend, Oostende, Bruxelles, Brüssel, Bruselas, Hasselt, Kortrijk",
    "Europe/Luxembourg": "Luxemburg, Luxemburgo, Esch-sur-Alzette",
    "Europe/Berlin": "München, Muenchen, Köln, Koeln, Nuremberg, Nürnberg, Nuernberg, Dortmund, Duisburg, Bochum, Wuppertal, Bielefeld, Bonn, Münster, Muenster, Karlsruhe, Mannheim, Augsburg, Wiesbaden, Mönchengladbach, Gelsenkirchen, Aachen, Braunschweig, Kiel, Chemnitz, Magdeburg, Freiburg, Krefeld, Mainz, Lübeck, Erfurt, Oberhausen, Rostock, Kassel, Hagen, Saarbrücken, Potsdam, Oldenburg, Osnabrück, Leverkusen, Heidelberg, Darmstadt, Solingen, Regensburg, Paderborn, Ingolstadt, Würzburg, Wolfsburg, Göttingen, Heilbronn, Pforzheim, Koblenz, Jena, Trier, Cottbus, Schwerin, Flensburg, Konstanz, Bayreuth, Bamberg, Passau, Tübingen, Hanover, Duesseldorf, Sylt, Weimar, Gera, Zwickau, Ludwigshafen, Offenbach, Recklinghausen, Remscheid, Reutlingen, Salzgitter, Siegen, Bremerhaven, Hildesheim, Erlangen, Fürth, Kaiserslautern",
    "Europe/Vienna": "Wien, Viena, Graz, Linz, Salzburg, Innsbruck, Klagenfurt, Villach, Wels, Sankt Pölten, St. Pölten, Dornbirn, Bregenz, Eisenstadt, Steyr, Krems",
    "Europe/Zurich": "Genf, Genève, Ginebra, Lausanne, Winterthur, Lucerne, Luzern, St. Gallen, Sankt Gallen, Lugano, Biel, Fribourg, Neuchâtel, Schaffhausen, Chur, Montreux, Davos, Zermatt",
    "Europe/Paris": "Nantes, Montpellier, Rennes, Reims, Le Havre, Saint-Étienne, Saint-Etienne, Toulon, Grenoble, Dijon, Nîmes, Aix-en-Provence, Clermont-Ferrand, Le Mans, Limoges, Amiens, Perpignan, Metz, Besançon, Rouen, Mulhouse, Caen, Avignon, Poitiers, Dunkirk, Dunkerque, La Rochelle, Annecy, Calais, Lourdes, Biarritz, Colmar, Saint-Malo, Lille, Chambéry, Chamonix, Ajaccio, Bastia, Corsica, Straßburg, Strassburg, Parigi",
    "Europe/Rome": "Rom, Roma, Milano, Mailand, Napoli, Neapel, Venezia, Venedig, Firenze, Florenz, Torino, Bologna, Genoa, Genova, Genua, Palermo, Catania, Bari, Padua, Padova, Trieste, Triest, Brescia, Bolzano, Bozen, Meran, Trento, Perugia, Rimini, Cagliari, Sardinia, Sardinien, Modena, Ravenna, Bergamo, Pescara, Salerno, Taranto, Livorno, Vicenza, Udine, Ferrara, Siena",
    "Europe/Madrid": "Sevilla, Zaragoza, Saragossa, Málaga, Murcia, Valladolid, Vigo, Gijón, Granada, A Coruña, La Coruña, Vitoria, San Sebastián, San Sebastian, Pamplona, Santander, Salamanca, Burgos, Cádiz, Cadiz, Oviedo, Almería, Girona, Tarragona, Menorca, Santiago de Compostela, Marbella, Elche, Huelva, Badajoz, Logroño, Castellón, Albacete, Palma de Mallorca",
    "Europe/Lisbon": "Lissabon, Lisbonne, Lisboa, Coimbra, Braga, Oporto, Aveiro, Setúbal, Évora, Albufeira",
    "Europe/London": "Birmingham, Sheffield, Newcastle upon Tyne, Nottingham, Leicester, Coventry, Southampton, Portsmouth, Plymouth, Brighton, Norwich, Oxford, Swansea, Aberdeen, Dundee, Inverness, Derby, Stoke-on-Trent, Wolverhampton, Exeter, Bournemouth, Middlesbrough, Blackpool, Canterbury, Belfast, Northern Ireland, Londres, Milton Keynes, Ipswich, Gloucester, Cheltenham, Swindon, Sunderland",
    "Europe/Dublin": "Galway, Limerick, Waterford, Kilkenny, Irland, Irlande, Irlanda",
    "Europe/Copenhagen": "Kopenhagen, Copenhague, Aarhus, Odense, Aalborg, Esbjerg, Dänemark, Danemark, Dinamarca",
    "Europe/Stockholm": "Gothenburg, Göteborg, Malmö, Uppsala, Västerås, Örebro, Linköping, Helsingborg, Umeå, Schweden, Suède, Suecia",
    "Europe/Oslo": "Trondheim, Stavanger, Tromsø, Tromso, Norwegen, Norvège, Noruega",
    "Europe/Helsinki": "Tampere, Turku, Espoo, Oulu, Rovaniemi, Finnland, Finlande, Finlandia",
    "Europe/Warsaw": "Warschau, Varsovie, Varsovia, Warszawa, Kraków, Krakau, Cracow, Cracovie, Lodz, Łódź, Wrocław, Wroclaw, Breslau, Poznań, Poznan, Posen, Gdańsk, Danzig, Szczecin, Stettin, Katowice, Lublin, Bydgoszcz, Białystok, Gdynia, Polen, Pologne, Polonia",
    "Europe/Prague": "Prag, Praga, Praha, Brno, Brünn, Ostrava, Plzeň, Pilsen, Olomouc, Liberec, Karlovy Vary, Tschechien, Czechia, Tchéquie, Chequia",
    "Europe/Bratislava": "Slovakia, Slowakei, Slovaquie, Eslovaquia, Košice, Kosice",
    "Europe/Budapest": "Debrecen, Szeged, Pécs, Győr, Miskolc, Ungarn, Hongrie, Hungría",
    "Europe/Ljubljana": "Slovenia, Slowenien, Slovénie, Eslovenia, Laibach",
    "Europe/Zagreb": "Dubrovnik, Rijeka, Zadar, Pula, Osijek, Kroatien, Croatie, Croacia",
    "Europe/Belgrade": "Belgrad, Serbia, Serbien, Novi Sad",
    "Europe/Bucharest": "Bukarest, Cluj, Cluj-Napoca, Timișoara, Timisoara, Iași, Constanța, Brașov, Brasov, Sibiu, Rumänien, Roumanie, Rumania",
    "Europe/Sofia": "Plovdiv, Varna, Burgas, Bulgarien, Bulgarie",
    "Europe/Athens": "Athen, Athènes, Atenas, Saloniki, Heraklion, Patras, Santorini, Mykonos, Kreta, Rhodos, Korfu",
    "Europe/Istanbul": "Izmir, Bursa, Adana, Bodrum, Turkey, Türkei, Turquie, Turquía",
    "Europe/Kiev": "Lviv, Lwiw, Lemberg, Kharkiv, Odesa, Dnipro, Kiew",
    "Europe/Moscow": "Moskau, Moscou, Moscú, St. Petersburg, Sankt Petersburg, Kazan",
    "Europe/Riga": "Latvia, Lettland, Lettonie, Letonia",
    "Europe/Vilnius": "Lithuania, Litauen, Lituanie, Kaunas",
    "Europe/Tallinn": "Estonia, Estland, Estonie, Tartu",
    "Atlantic/Reykjavik": "Iceland, Island, Islande, Islandia",
    "Europe/Malta": "Valletta",
    "Asia/Nicosia": "Cyprus, Zypern, Chypre, Limassol, Larnaca",
    "America/Toronto": "Montréal",
    "America/Chicago": "San Antonio, Milwaukee, Kansas City, Nashville, Memphis, Oklahoma City",
    "America/New_York": "Cincinnati, Buffalo, Raleigh, Jacksonville",
    "Asia/Kolkata": "Pune, Ahmedabad, Jaipur, Bengaluru",
    "Asia/Shanghai": "Wuhan, Chengdu, Hangzhou, Nanjing",
    "Asia/Tokyo": "Yokohama, Nagoya, Sapporo, Fukuoka",
    "Africa/Nairobi": "Mombasa",
    "Africa/Lagos": "Abuja",
    "Africa/Johannesburg": "Durban, Pretoria",
}
WORDLIKE_TOWNS = {
    name: key
    for key, names in {
        "Europe/Paris": "Nice Tours Angers Brest Nancy Pau Sète Troyes Lens Orléans",
        "Europe/London": "Reading Bath Hull Lincoln Chester Worcester York Cambridge Durham Lancaster Preston Newcastle Stirling Slough",
        "Europe/Berlin": "Essen Halle Ulm Hamm Hof Worms Celle Fulda Gießen Hanau Neuss Moers Bottrop Herne",
        "Europe/Dublin": "Cork Sligo",
        "Europe/Oslo": "Bergen",
        "Europe/Rome": "Como Verona Parma Pisa Lecce Lucca",
        "Europe/Madrid": "León Toledo Córdoba",
        "Europe/Zurich": "Sion Thun Zug",
        "Europe/Zagreb": "Split",
        "Europe/Stockholm": "Lund",
        "Europe/Prague": "Most",
    }.items()
    for name in names.split()
}
WORDLIKE = re.compile(  # with a capital and behind a word of place: "in Nice", "to Reading"
    rf"\b(?:[Ii]n|[Ff]rom|[Tt]o|[Nn]ear|[Aa]us|[Nn]ach|à|a|en|de|desde|at) (?P<name>{'|'.join(WORDLIKE_TOWNS)})\b(?! ?['’])"
)
