"""The units, as data: factors, names, and which belong together.

Factors are the definitions: the international yard and pound (1959), the US gallon of 231 cubic inches, the imperial gallon of 4.54609 l,
the BTU of the International Table, the thermochemical calorie, a month and a year of the Gregorian mean (365.2425 days).
"""

from decimal import Decimal

# A line without spaces in front names a dimension. Below it, the units: id, factor to the first unit, names (one, many, further ones).
# A name in two places means the first one, unless the other side of the conversion says otherwise.
TABLE = """
length
  m 1 metre, metres, meter, meters, mtr; km 1000 kilometre, kilometres, kilometer, kilometers, kms
  cm 0.01 centimetre, centimetres, centimeter, centimeters, cms; mm 0.001 millimetre, millimetres, millimeter, millimeters
  um 0.000001 micrometre, micrometres, micrometer, micrometers, micron, microns, µm, μm
  nm 0.000000001 nanometre, nanometres, nanometer, nanometers; inch 0.0254 inch, inches; ft 0.3048 foot, feet; yd 0.9144 yard, yards, yds
  mi 1609.344 mile, miles; nmi 1852 nautical mile, nautical miles; ly 9460730472580800 light year, light years, light-year, light-years
  dm 0.1 decimetre, decimetres, decimeter, decimeters; furlong 201.168 furlong, furlongs; fathom 1.8288 fathom, fathoms; mil 0.0000254 mil, mils, thou; hand 0.1016 hand, hands; league 4828.032 league, leagues
  au 149597870700 astronomical unit, astronomical units; pc 30856775814913673 parsec, parsecs
mass
  kg 1 kilogram, kilograms, kgs, kilo, kilos, kilogramme, kilogrammes; g 0.001 gram, grams, gramme, grammes, gr, gm
  mg 0.000001 milligram, milligrams; ug 0.000000001 microgram, micrograms, µg, μg, mcg; t 1000 tonne, tonnes, metric ton, metric tons, metric tonne, metric tonnes
  lb 0.45359237 pound, pounds, lbs; oz 0.028349523125 ounce, ounces, weight ounce, weight ounces; st 6.35029318 stone, stone, stones
  ton 907.18474 US ton, US tons, ton, tons, short ton, short tons
  lton 1016.0469088 long ton, long tons, imperial ton, imperial tons, UK ton, UK tons; ozt 0.0311034768 troy ounce, troy ounces
  stick 0.1133980925 stick of butter, sticks of butter; grain 0.00006479891 grain, grains; ct 0.0002 carat, carats; zentner 50 Zentner, Zentner; quintal 100 quintal, quintals; pfund 0.5 Pfund, Pfund; livre 0.5 halfkilo, halfkilos; dag 0.01 decagram, decagrams, dekagram, dekagrams, dkg, deka
temperature
  K 1 kelvin, kelvins, degrees kelvin, degrees K
  C 1 °C, °C, celsius, celcius, celsuis, centigrade, degrees celsius, degree celsius, degrees centigrade, degrees C, deg C, degC
  F 1 °F, °F, fahrenheit, farenheit, degrees fahrenheit, degree fahrenheit, degrees F, deg F, degF
  R 1 °R, °R, rankine, degrees rankine, degrees R
  gasmark 1 gas mark, gas marks
volume
  l 1 litre, litres, liter, liters, ltr
  ml 0.001 millilitre, millilitres, milliliter, milliliters, mls, cc, cm3, cubic centimetre, cubic centimetres, cubic centimeters, cubic cm
  ul 0.000001 microlitre, microlitres, microliter, microliters, µl, μl, mcl; nl 0.000000001 nanolitre, nanolitres, nanoliter, nanoliters
  cl 0.01 centilitre, centilitres, centiliter, centiliters; hl 100 hectolitre, hectolitres, hectoliter, hectoliters; dl 0.1 decilitre, decilitres, deciliter, deciliters
  m3 1000 cubic metre, cubic metres, cubic meter, cubic meters, m^3, cubic m; in3 0.016387064 cubic inch, cubic inches, cu in
  yd3 764.554857984 cubic yard, cubic yards, cu yd, yd^3; ft3 28.316846592 cubic foot, cubic feet, cu ft; gal 3.785411784 US gallon, US gallons, gallon, gallons, gals, galon, galons
  qt 0.946352946 US quart, US quarts, quart, quarts; pt 0.473176473 US pint, US pints, pint, pints
  cup 0.2365882365 US cup, US cups, cup, cups, c
  floz 0.0295735295625 US fluid ounce, US fluid ounces, fluid ounce, fluid ounces, fl oz, fl. oz, fl. oz., us fl oz, oz, ounce, ounces
  tbsp 0.01478676478125 US tablespoon, US tablespoons, tablespoon, tablespoons, tbs
  tsp 0.00492892159375 US teaspoon, US teaspoons, teaspoon, teaspoons
  ukgal 4.54609 UK gallon, UK gallons, imperial gallon, imperial gallons
  ukqt 1.1365225 UK quart, UK quarts, imperial quart, imperial quarts
  ukpt 0.56826125 UK pint, UK pints, imperial pint, imperial pints, british pint, british pints
  ukfloz 0.0284130625 UK fluid ounce, UK fluid ounces, imperial fluid ounce, imperial fluid ounces, uk fl oz, imperial fl oz
  mcup 0.25 metric cup, metric cups
  ukcup 0.284130625 UK cup, UK cups, imperial cup, imperial cups; bbl 158.987294928 oil barrel, oil barrels, barrel, barrels
area
  m2 1 square metre, square metres, square meter, square meters, m^2, square m, sqm, sq m
  km2 1000000 square kilometre, square kilometres, square kilometer, square kilometers, km^2, square km, sq km
  mm2 0.000001 square millimetre, square millimetres, square millimeters, mm^2, square mm, sq mm
  cm2 0.0001 square centimetre, square centimetres, square centimeters, cm^2, square cm, sq cm; ha 10000 hectare, hectares; ares 100 are (100 m²), ares
  acre 4046.8564224 acre, acres; ft2 0.09290304 square foot, square feet, sq ft, sqft, ft^2
  in2 0.00064516 square inch, square inches, sq in, in^2; yd2 0.83612736 square yard, square yards, sq yd
  mi2 2589988.110336 square mile, square miles, sq mi
  rod2 25.29285264 square rod, square rods, sq rod, sq rods, square perch, square perches, square pole, square poles
speed
  m/s 1 metre per second, metres per second, meter per second, meters per second, mps
  km/h 5/18 kilometre per hour, kilometres per hour, kilometer per hour, kilometers per hour, kph, kmh, kmph
  mph 0.44704 mile per hour, miles per hour; kn 1852/3600 knot, knots, kts; ft/s 0.3048 foot per second, feet per second, fps
energy
  J 1 joule, joules; kJ 1000 kilojoule, kilojoules; MJ 1000000 megajoule, megajoules; GJ 1000000000 gigajoule, gigajoules; Wh 3600 watt hour, watt hours, watt-hours
  kWh 3600000 kilowatt hour, kilowatt hours, kilowatt-hours; cal 4.184 calorie, calories; kcal 4184 kilocalorie, kilocalories, kcals, Cal
  BTU 1055.05585262 BTU, BTU, BTUs, british thermal units; eV 0.0000000000000000001602176634 electronvolt, electronvolts
pressure
  Pa 1 pascal, pascals; hPa 100 hectopascal, hectopascals, mbar, millibar, millibars; kPa 1000 kilopascal, kilopascals
  MPa 1000000 megapascal, megapascals; bar 100000 bar, bar, bars
  psi 6894.757293168361336722673445346890693781 psi, psi, pounds per square inch; atm 101325 atmosphere, atmospheres
  torr 133.3223684210526315789 torr, torr; mmHg 133.322387415 mmHg, mmHg, millimetres of mercury, millimeters of mercury; inHg 3386.389 inHg, inHg, inches of mercury
data
  B 1 byte, bytes; kB 1000 kilobyte, kilobytes, KB; MB 1000000 megabyte, megabytes, mb, megs; GB 1000000000 gigabyte, gigabytes, gigs, gig
  TB 1000000000000 terabyte, terabytes; PB 1000000000000000 petabyte, petabytes; kbit 125 kilobit, kilobits; KiB 1024 kibibyte, kibibytes; MiB 1048576 mebibyte, mebibytes; GiB 1073741824 gibibyte, gibibytes
  TiB 1099511627776 tebibyte, tebibytes; bit 0.125 bit, bits; Mbit 125000 megabit, megabits, Mb; Gbit 125000000 gigabit, gigabits, Gb; Tbit 125000000000 terabit, terabits
power
  W 1 watt, watts; kW 1000 kilowatt, kilowatts; MW 1000000 megawatt, megawatts; hp 745.69987158227022 horsepower, horsepower
  PS 735.49875 metric horsepower, metric horsepower; BTUh 0.293071070172222222222 BTU per hour, BTU per hour, BTU/h, BTU/hr, BTU/hour, BTU an hour, BTUs per hour, BTUs/h
force
  N 1 newton, newtons; kN 1000 kilonewton, kilonewtons; lbf 4.4482216152605 pound-force, pounds-force; kgf 9.80665 kilogram-force, kilograms-force
torque
  Nm 1 newton metre, newton metres, newton meter, newton meters, newton-metre, newton-metres, newton-meter, newton-meters, newtonmeter, newton m, N·m, N-m, N m
  lbft 1.3558179483314004 pound-foot, pound-feet, lb-ft, lbs-ft, lb ft, lbs ft, ft-lb, ft-lbs, ft lb, ft lbs, foot-pound, foot-pounds, foot pound, foot pounds, foot lbs, ftlb, ftlbs, lbf-ft, lbf ft
  inlb 0.1129848290276167 inch-pound, inch-pounds, in-lb, in-lbs, inch pound, inch pounds, inch-lb, inch-lbs, inch lbs, lb-in, lbf-in, pound-inch, pound-inches, pound inches; kgfm 9.80665 kilogram-force metre, kilogram-force metres, kgf m, kgf-m, kgfm
angle
  rad 1 radian, radians; deg 0.017453292519943295769236907684886127 angular degree, angular degrees; grad 0.015707963267948966192313216916398 gradian, gradians
frequency
  Hz 1 hertz, hertz; kHz 1000 kilohertz, kilohertz; MHz 1000000 megahertz, megahertz; GHz 1000000000 gigahertz, gigahertz; rpm 1/60 rpm, rpm; rad/s 0.15915494309189533577 radian per second, radians per second, rad per second
data rate
  bit/s 1 bit per second, bits per second, bps; kbit/s 1000 kilobit per second, kilobits per second, kbps; Mbit/s 1000000 megabit per second, megabits per second, Mbps, mbps
  Gbit/s 1000000000 gigabit per second, gigabits per second, Gbps, gbps; kB/s 8000 kilobyte per second, kilobytes per second
  MB/s 8000000 megabyte per second, megabytes per second, MBps; GB/s 8000000000 gigabyte per second, gigabytes per second
fuel
  l100 1 l/100km, l/100km; mpg 1 mpg, mpg, US mpg; ukmpg 1 UK mpg, UK mpg, imperial mpg; km/l 1 km per litre, km per litre, kilometers per liter, kmpl, km per liter
pace
  pace_km 1 min/km, min/km; pace_mi 1000000/1609344 min/mile, min/mile
time
  s 1 second, seconds, sec, secs; ms 0.001 millisecond, milliseconds, msec; us 0.000001 microsecond, microseconds, µs, μs
  min 60 minute, minutes, mins, m; h 3600 hour, hours, hr, hrs; d 86400 day, days; wk 604800 week, weeks, wks; mo 2629746 month, months
  lyr 31622400 leap year, leap years; yr 31556952 year, years, yrs; fortnight 1209600 fortnight, fortnights; decade 315569520 decade, decades; century 3155695200 century, centuries
"""
# What a unit turns into when the message names no target; the dimension's first unit for all others.
COUNTERPARTS = """m ft, km mi, cm inch, mm inch, inch cm, mi km, nmi km, ly km, kg lb, g oz, oz g, mg g, ug mg, um mm, nm um, ul ml, nl ul, mm2 cm2, K C, C F, F C, l gal, ml floz, pt ml,
cup ml, floz ml, tbsp ml, tsp ml, ukpt ml, ukfloz ml, mcup ml, ukcup ml, m2 ft2, km2 mi2, ha acre, acre ha, cm2 in2, m/s km/h, km/h mph,
mph km/h, kn km/h, J cal, kJ kcal, kcal kJ, kWh MJ, GJ kWh, Pa psi, kPa psi, bar psi, psi bar, atm kPa, B bit, kB KiB, MB MiB, GB GiB, s min,
min h, h min, yr d, mo d, wk d, W hp, kW hp, hp kW, PS kW, N lbf, gasmark C, deg rad, rad deg, rpm Hz, Mbit/s MB/s, MB/s Mbit/s, l100 mpg, mpg l100, ukmpg l100, km/l l100,
pace_km pace_mi, pace_mi pace_km, Nm lbft, lbft Nm, inlb Nm, kgfm Nm, psi bar, yd3 m3, ft3 l, in3 ml, m3 ft3, torr hPa"""
CHAINS = (
    "mi yd ft inch",
    "hand inch",
    "km m cm mm",
    "st lb oz",
    "t kg g mg",
    "yr mo wk d h min s ms",
    "gal qt pt cup floz tbsp tsp",
    "l ml",
)
PARTS = {"st": "lb", "ft": "inch", "h": "min", "lb": "oz"}  # results that people like to read in two parts
SHORT = {"st": "st", "lb": "lb", "ft": "ft", "inch": "in", "h": "h", "min": "min", "oz": "oz"}
UK = {"gal": "ukgal", "qt": "ukqt", "pt": "ukpt", "floz": "ukfloz", "cup": "ukcup", "mpg": "ukmpg", "ton": "lton"}
BARE = {"ft": "inch", "st": "lb"}  # "6 foot 2", "10 stone 4"
FUEL = {
    "mpg": Decimal("235.214583333333333333"),
    "ukmpg": Decimal("282.480936331821949"),
    "km/l": Decimal(100),
}  # l/100 km times the unit
SLOPE = {
    "K": (Decimal(1), Decimal(0)),
    "C": (Decimal(1), Decimal("273.15")),
    "F": (Decimal("1.8"), Decimal("459.67")),
    "R": (Decimal("1.8"), Decimal(0)),
    "gasmark": (Decimal("0.072"), Decimal("28.3868")),  # from mark 1 on, each mark is 25 °F more; mark 1 is 275 °F
}
NOTES = {
    **dict.fromkeys(
        ["gal", "qt", "pt", "cup", "floz", "tbsp", "tsp", "mpg"],
        "I took US measures; say UK or imperial if you meant those.",
    ),
    "ton": "I took the US ton of 2,000 pounds; the metric ton of 1,000 kg is a tonne.",
    **dict.fromkeys(
        ["kB", "MB", "GB", "TB"], "kB, MB and GB count in thousands here; KiB, MiB and GiB count in 1,024s."
    ),
    "gasmark": "Ovens and books round this: gas mark 4 is given as 180 °C or 350 °F, 6 as 200 °C or 400 °F.",
    **dict.fromkeys(["mo", "yr"], "A month and a year are the Gregorian averages of 30.436875 and 365.2425 days."),
}
SYMBOLS = {"pfund": "Pfund", "livre": "livre(s) de 500 g", "ares": "a", "inch": "in", "C": "°C", "F": "°F", "R": "°R", "m2": "m²", "km2": "km²", "cm2": "cm²", "m3": "m³", "ft2": "ft²", "ft3": "ft³", "in2": "in²",
           "in3": "in³", "mi2": "mi²", "yd2": "yd²", "floz": "fl oz", "l100": "l/100 km", "um": "µm", "ul": "µl", "ug": "µg", "us": "µs", "PS": "PS", "gasmark": "gas mark", "pace_km": "min/km", "pace_mi": "min/mi"}  # fmt: skip
