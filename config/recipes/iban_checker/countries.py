"""Who uses IBANs: name, length, and the form of the national part (the SWIFT registry: n digits, a capitals, c either)."""

REGISTRY = """
AD Andorra 8n12c|AE United Arab Emirates 19n|AL Albania 8n16c|AT Austria 16n|AZ Azerbaijan 4a20c|BA Bosnia and Herzegovina 16n
BE Belgium 12n|BG Bulgaria 4a6n8c|BH Bahrain 4a14c|BI Burundi 23n|BR Brazil 23n1a1c|BY Belarus 4c4n16c|CH Switzerland 5n12c
CR Costa Rica 18n|CY Cyprus 8n16c|CZ Czechia 20n|DE Germany 18n|DJ Djibouti 23n|DK Denmark 14n|DO Dominican Republic 4c20n
EE Estonia 16n|EG Egypt 25n|ES Spain 20n|FI Finland 14n|FK Falkland Islands 2a12n|FO Faroe Islands 14n|FR France 10n11c2n
GB United Kingdom 4a14n|GE Georgia 2a16n|GI Gibraltar 4a15c|GL Greenland 14n|GR Greece 7n16c|GT Guatemala 4c20c|HR Croatia 17n
HU Hungary 24n|IE Ireland 4a14n|IL Israel 19n|IQ Iraq 4a15n|IS Iceland 22n|IT Italy 1a10n12c|JO Jordan 4a4n18c|KW Kuwait 4a22c
KZ Kazakhstan 3n13c|LB Lebanon 4n20c|LC Saint Lucia 4a24c|LI Liechtenstein 5n12c|LT Lithuania 16n|LU Luxembourg 3n13c|LV Latvia 4a13c
LY Libya 21n|MC Monaco 10n11c2n|MD Moldova 2c18c|ME Montenegro 18n|MK North Macedonia 3n10c2n|MN Mongolia 16n|MR Mauritania 23n
MT Malta 4a5n18c|MU Mauritius 4a19n3a|NI Nicaragua 4a20n|NL Netherlands 4a10n|NO Norway 11n|OM Oman 3n16c|PK Pakistan 4a16c
PL Poland 24n|PS Palestine 4a21c|PT Portugal 21n|QA Qatar 4a21c|RO Romania 4a16c|RS Serbia 18n|RU Russia 14n15c|SA Saudi Arabia 2n18c
SC Seychelles 4a20n3a|SD Sudan 14n|SE Sweden 20n|SI Slovenia 15n|SK Slovakia 20n|SM San Marino 1a10n12c|SO Somalia 19n
ST Sao Tome and Principe 21n|SV El Salvador 4a20n|TL Timor-Leste 19n|TN Tunisia 20n|TR Türkiye 6n16c|UA Ukraine 6n19c
VA Vatican City 18n|VG British Virgin Islands 4a16n|XK Kosovo 16n
"""


def entries(registry: str) -> dict[str, tuple[str, int, str]]:
    """Return name, length of the whole IBAN, and form, by country code."""
    made = {}
    for row in registry.strip().replace("\n", "|").split("|"):
        code, _, rest = row.partition(" ")
        name, _, form = rest.rpartition(" ")
        digits = "".join(letter if letter.isdigit() else " " for letter in form).split()
        made[code] = (name, 4 + sum(map(int, digits)), form)
    return made


COUNTRIES = entries(REGISTRY)
