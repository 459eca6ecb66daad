"""Nicknames that look alike within one lobby get a tag (R10.1); nicknames are neither identity nor unique.

The table says, of the letters a nickname may have, which look like which: for Latin, Greek, Cyrillic, Armenian and
Hebrew letters and the digits, from Unicode's confusables.txt (UTS #39, version 13; © Unicode, Inc., Unicode License).
The letters of Cherokee and Lisu that have a Latin shape were chosen by that shape. The libraries that carry the whole
table read a megabyte or more at import, in every function, and the core has nothing but the standard library.
"""

import unicodedata
from collections.abc import Iterable

TAG = " ·"  # followed by a number; no nickname may have this dot, so no player can choose a tag

# The first letter of each group stands for all that look like it.
_GROUPS = (
    "'’ʻʼʾי 2ꝚƧꙄ 3ꞫȜƷꝪЗӠ 5Ƽ 6б 8ȣȢ 9Ꝯ AΑА BꞴΒВ CС EΕЕ FꞘϜ GԌ HΗН JꞲͿЈ KΚК MΜϺМ NΝ O0ΟОՕ PΡР RƦ SЅՏ TΤТ UՍ VѴ "
    "WԜ XꞳΧХ YΥУҮ ZΖ aɑαа bƄЬ cᴄс dԁ eꬲеҽ fꬵꞙẝք gɡᶃƍց hһհ iıɪɩιіꙇӏ jϳј l1IƖǀΙІӀון nոռ oᴏᴑꬽοσоօס pρр qԛգզ "
    "rꭇꭈᴦг sꜱƽѕ uꞟᴜꭎꭒʋυս vᴠνѵט wɯᴡѡԝա xх yɣᶌʏỿꭚγуү zᴢ ÞϷ ßꞵβ þƿϸ ĸᴋκк ƅь ƆϽ ƏӘ ƐԐ ƨᴤꙅ ƩΣ ƫţț ǝəә ǶԊ ȝʒꝫӡ ȷյ "
    "ɅΛЛ ɋᶐ ɔↄᴐͻ ɜᴈз ɢԍ ɰպ ɲņ ɸφф ʃꭍ ʌᴧ ʍᴍм ʘꙨ ʙв ʚꞝ ʜн ΓГ ΠП ΦФՓ ΨѰ πᴨп ςϛ χꭓꭕ ψѱ ωꞷꙍ ИͶ лᴫ љꭠ ҶӋ ҷӌ ՙʿ ᴎͷи ᴘᴩ "
    "ᴙя ᴛτт ẟδծ ⱵͰ ꙌꞶ ꜧꞕ ꜾϿ ꜿͽ Ꝺꝺ ꞒЄ ꞓɛεєԑ ꭑṃ"
)
# Cherokee and Lisu have many letters of Latin shape: each stands above the one that it looks like.
_CHEROKEE = ("ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴꭵꮃꮓꮩꮪꮯ", "DRTiYAJEWMHYGhZ4bRWSVSLCPKdGBiwzvsc")
_LISU = ("ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPdDTGKJCZFMNLSRVHWXYAElOU")
_PROTOTYPES = str.maketrans(
    {letter: group[0] for group in _GROUPS.split() for letter in group[1:]}
    | dict(zip(*_CHEROKEE, strict=True))
    | dict(zip(*_LISU, strict=True))
    | {"m": "rn", "æ": "ae", "ӕ": "ae", "Æ": "AE", "Ӕ": "AE", "œ": "oe", "Œ": "OE", "Ы": "bl", "Ю": "lO"}
)


def skeleton(nickname: str) -> str:
    """Return a text that is equal for nicknames that look alike."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", nickname).translate(_PROTOTYPES))


def tell_apart(nickname: str, others: Iterable[str]) -> str:
    """Return the nickname with the lowest tag, if it needs one, that no lookalike among ``others`` has: ``Anna ·2``."""
    own, _ = _split(nickname)
    taken = {number for name, number in map(_split, others) if skeleton(name) == skeleton(own)}
    number = next(number for number in range(1, len(taken) + 2) if number not in taken)
    return own if number == 1 else f"{own}{TAG}{number}"


def _split(nickname: str) -> tuple[str, int]:
    """Return a nickname without its tag, and the number of the tag (1: no tag)."""
    own, tag, number = nickname.rpartition(TAG)
    return (own, int(number)) if tag else (nickname, 1)
