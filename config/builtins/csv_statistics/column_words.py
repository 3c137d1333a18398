"""Words of four languages for the usual columns of tables: "Preis" means a column "price", "day" one of dates."""

import re

# Each line holds words for one thing; the first letters of a word in small letters and without accents.
COLUMN_WORDS = tuple(
    frozenset(line.split())
    for line in """product products produkt produkte produkts produit produits producto productos item items article articles artikel articulo articulos
price prices preis preise prix precio precios
quantity quantities qty menge mengen anzahl stuckzahl quantite quantites cantidad cantidades units pieces
city cities town stadt stadte ort ville villes ciudad ciudades
country countries land lander pays pais paises
name names namen nom noms nombre nombres
date dates datum day days tag tage jour jours fecha fechas dia dias
month months monat monate mois mes meses
year years jahr jahre annee annees an ans ano anos
amount amounts betrag betrage montant montants importe importes sum summe
sales umsatz umsatze revenue turnover erlos ventes ventas ingresos verkaufe
customer customers client clients kunde kunden kundin cliente clientes
age ages alter edad edades
salary salaries gehalt gehalter lohn wage wages salaire salaires sueldo sueldos salario salarios pay
department departments dept abteilung abteilungen departement departements service departamento departamentos
category categories kategorie kategorien categorie categoria categorias type typ
cost costs kosten cout couts coste costes costo costos
profit gewinn benefice beneficio beneficios ganancia
points punkte punkten puntos score scores
grade grades mark marks note noten notes nota notas
team teams mannschaft mannschaften verein equipe equipes equipo equipos
student students pupil pupils schuler schulerin eleve eleves etudiant alumno alumnos estudiante
employee employees mitarbeiter mitarbeiterin angestellte employe employes empleado empleados staff worker
order orders bestellung bestellungen auftrag commande commandes pedido pedidos
stock lager bestand lagerbestand inventory existencias
weight gewicht poids peso
height hohe grosse taille altura estatura
temperature temperatures temp temperatur temperaturen temperatura temperaturas
hours hour stunden stunde heures horas
rain rainfall regen niederschlag pluie lluvia
population einwohner bevolkerung habitants poblacion habitantes
email emails e-mail e-mails mail mails adresse correo correos courriel
phone phones telefon telephone telefono
region regions gebiet regiones
expenses expense spending ausgaben depenses gastos
distance entfernung strecke distancia km
time zeit dauer duration temps tiempo duracion""".splitlines()
)
WORD_OF_COLUMN = re.compile(r"(?<!\w)[a-z][a-z-]{1,}(?!\w)", re.IGNORECASE)


def same_column(word: str, name: str) -> bool:
    """Say whether a word of a question and the name of a column, both folded, are words for the same thing."""
    parts = set(re.findall(r"[a-z]+", name.lower()))
    return any(word.lower() in group and parts & group for group in COLUMN_WORDS)
