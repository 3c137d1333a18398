"""Wishes that a conversion does not serve: "order me 200 pots 12cm" names a size, and asks for something else."""

import re

from config.builtins.unit_converter.unit_names import FLAGS, NAME

POLITE = (
    r"\W*(?:(?:hi|hello|hey|hallo|bonjour|hola|king|please|pls|plz|bitte|kindly|por favor|svp|stp|now|ok|so)\b[ ,!.]*)*"
    r"(?:(?:can|could|would|will) you (?:please |kindly )?|(?:i|we) (?:want|need|would like|'d like) you to |(?:kannst|konntest) du (?:bitte )?(?:mir )?|(?:peux-tu|pouvez-vous|tu peux|puedes|podrias) )?(?:please |pls )?"
)
OTHER_ORDERS = re.compile(
    rf"{POLITE}(?P<verb>order|book|buy|reserve|rent|hire|send|ship|deliver|get me|bring me|fetch me|remind|draw|sketch|sell|cancel|"
    r"bestell(?:e|en|t)?|buche|kaufe?|reservier(?:e|en)?|schicke?|sende|liefere?|erinnere?|zeichne|"
    r"commande|commander|commandez|commande-moi|achete|achetez|reserve|reservez|envoie|envoyez|livre-moi|dessine|dessinez|rappelle|"
    r"pide|pideme|encarga|encargame|compra|comprame|reserva|reservame|envia|enviame|manda|mandame|dibuja|recuerdame)\b(?!\w*:)",
    FLAGS,
)
MEASURE_WISH = re.compile(
    rf"\b(?:convert\w*|umrechn\w*|rechne|how (?:many|much|long|far|big|heavy|tall|wide|fast|hot)|what|which|wie ?viel\w*|wie|was|welche\w*|combien|quel\w*|cuant\w*|que|cual\w*|enough|too|fit|weigh\w*|total|cost)\b|\?|=|\b(?:in|to|into|en|a|auf|nach)(?: the| an?)? (?:us |uk |imperial )?(?:{NAME})(?![A-Za-z0-9])",
    FLAGS,
)


def is_other_order(flat: str) -> bool:
    """Return whether a folded message orders something that is no conversion, and names no wish for a measure."""
    ordered = OTHER_ORDERS.match(flat)
    return ordered is not None and MEASURE_WISH.search(flat, ordered.end()) is None
