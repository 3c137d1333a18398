"""Plain forms of arithmetic in four languages, by the value that they have; one to a line."""

FORMS_BY_VALUE = {
    "91": """
        add 84 and 7
        add 84 to 7
        add 7 to 84
        what is 84 plus 7
        sum of 84 and 7
        84 and 7 together
        7 more than 84
        increase 84 by 7
        addiere 84 und 7
        Summe von 84 und 7
        ajoute 7 à 84
        84 plus 7
        somme de 84 et 7
        suma 84 y 7
        84 más 7
    """,
    "100": """
        total of 84, 7 and 9
    """,
    "77": """
        subtract 7 from 84
        take 7 from 84
        take 7 away from 84
        take away 7 from 84
        84 take away 7
        84 less 7
        7 less than 84
        deduct 7 from 84
        84 minus 7
        difference between 84 and 7
        difference of 84 and 7
        reduce 84 by 7
        how much more is 84 than 7
        how much less is 7 than 84
        -7 + 84
        negative 7 plus 84
        minus 7 plus 84
        ziehe 7 von 84 ab
        84 weniger 7
        84 moins 7
        soustrais 7 de 84
        84 menos 7
        resta 7 de 84
    """,
    "588": """
        multiply 84 by 7
        multiply 84 and 7
        multiply 84 with 7
        84 multiplied by 7
        product of 84 and 7
        84 times 7
        84 lots of 7
        7 sets of 84
        84 x 7
        84*7
        multipliziere 84 mit 7
        84 mal 7
        multiplie 84 par 7
        84 fois 7
        multiplica 84 por 7
        84 por 7
    """,
    "12": """
        divide 84 by 7
        divide 84 into 7
        divide 84 into 7 parts
        84 divided by 7
        84 over 7
        84 / 7
        84 ÷ 7
        how many times does 7 go into 84
        how many 7s in 84
        how many 7 in 84
        split 84 by 7
        split 84 in 7
        split 84 into 7
        share 84 among 7
        a 7th of 84
        one 7th of 84
        quotient of 84 and 7
        ratio of 84 to 7
        teile 84 durch 7
        dividiere 84 durch 7
        84 geteilt durch 7
        divise 84 par 7
        84 divisé par 7
        divide 84 entre 7
        divide 84 por 7
        84 dividido entre 7
    """,
    "42": """
        half of 84
        a half of 84
        halve 84
        twenty one times two
        die Hälfte von 84
        la moitié de 84
        la mitad de 84
    """,
    "168": """
        double 84
        twice 84
        das Doppelte von 84
        le double de 84
        el doble de 84
    """,
    "252": """
        triple 84
    """,
    "28": """
        a third of 84
        ein Drittel von 84
        le tiers de 84
        un tercio de 84
    """,
    "21": """
        a quarter of 84
        ein Viertel von 84
        le quart de 84
        la cuarta parte de 84
    """,
    "56": """
        two thirds of 84
    """,
    "63": """
        three quarters of 84
        3/4 of 84
    """,
    "147/25": """
        7% of 84
        7 percent of 84
        what is 7 pct of 84
        7 Prozent von 84
        7 % de 84
        el 7 por ciento de 84
    """,
    "2247/25": """
        84 plus 7%
        add 7% to 84
        7% more than 84
        increase 84 by 7%
        84 plus 7 Prozent
    """,
    "1953/25": """
        84 minus 7%
        take 7% off 84
        7% off 84
        7% less than 84
        reduce 84 by 7%
        decrease 84 by 7 percent
    """,
    "25/3": """
        7 is what percent of 84
        what percentage of 84 is 7
        7 out of 84 in percent
        7 of 84 as a percentage
        wie viel Prozent sind 7 von 84
    """,
    "1200": """
        84 is 7% of what
    """,
    "49": """
        7 squared
        7 to the power of 2
        square of 7
        7^2
        7 hoch 2
    """,
    "343": """
        7 cubed
        cube of 7
        7 to the 3rd
    """,
    "7": """
        square root of 49
        sqrt 49
        root of 49
        cube root of 343
        Quadratwurzel aus 49
        racine carrée de 49
        raíz cuadrada de 49
    """,
    "4": """
        84 mod 10
        remainder of 84 divided by 10
        84 modulo 10
        what remains when dividing 84 by 10
        Rest von 84 durch 10
    """,
    "91/2": """
        average of 84 and 7
        Durchschnitt von 84 und 7
        moyenne de 84 et 7
        promedio de 84 y 7
    """,
    "32": """
        mean of 84, 7, 5
    """,
    "74": """
        84 - (7 + 3)
    """,
    "13": """
        (84 + 7) / 7
    """,
    "98": """
        84 + 7 * 2
        calculate 84 + 7 + 7
    """,
    "20": """
        2(7+3)
    """,
    "5040": """
        7!
    """,
    "90": """
        what's 84+7-1?
    """,
    "2000": """
        1,250 + 750
    """,
    "15/4": """
        1.5 + 2.25
    """,
    "3/10": """
        0.1+0.2
    """,
    "1005": """
        1e3 + 5
    """,
    "1024": """
        2 to the power 10
    """,
    "1/100": """
        10 to the minus 2
    """,
    "11": """
        five plus six
    """,
    "-3": """
        seven minus ten
    """,
    "25/2": """
        one hundred divided by eight
    """,
    "11/4": """
        2 1/2 + 1/4
    """,
    "1/2": """
        1/3 + 1/6
    """,
}
