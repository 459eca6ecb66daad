"""Nicknames: made up by the server, changed by the player (R10.1). They are neither identity nor unique."""

import unicodedata
from random import Random

SHORTEST, LONGEST = 2, 20  # visible characters
MOST_MARKS = 2  # combining marks in a row
_PUNCTUATION = frozenset("-_.'’ʻʼ!?&+")
_DOTS = frozenset("\u1427\u18df\ua78f")  # letters that look like the dot of our tags
# Marks that are not drawn (Default_Ignorable_Code_Point): a name with one would look like another and get no tag.
_IGNORED = frozenset(
    map(chr, (0x034F, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
_CUNEIFORM = range(0x12000, 0x12550)  # signs several letters wide
_INVISIBLE = frozenset("\u115f\u1160")  # Hangul fillers: letters without a glyph

_ADJECTIVES = tuple(
    (
        "Able Agile Amber Ample Bold Brave Bright Brisk Calm Candid Clever Cosy Daring Dear Eager Early Fair Fancy "
        "Fleet Fond Frank Fresh Gentle Glad Golden Grand Happy Hardy Honest Humble Jolly Keen Kind Lively Loyal Lucky "
        "Mellow Merry Mighty Modest Neat Nimble Noble Patient Placid Plucky Polite Proud Quick Quiet Rapid Ready "
        "Royal Serene Sharp Silent Silver Smart Snappy Sober Solid Sunny Swift Tidy Trusty Vivid Warm Wise Witty "
        "Zesty "
    ).split()
)
_ANIMALS = tuple(
    (
        "Badger Bear Beaver Bison Bobcat Camel Cheetah Condor Coyote Crane Cricket Deer Dingo Dolphin Eagle Egret "
        "Falcon Ferret Finch Fox Gecko Gibbon Hare Hawk Heron Ibex Ibis Jackal Jaguar Kestrel Koala Lark Lemur "
        "Leopard Linnet Llama Lynx Magpie Marten Mole Moose Newt Ocelot Oriole Osprey Otter Owl Panda Panther Parrot "
        "Pelican Penguin Puffin Puma Quail Rabbit Raccoon Raven Robin Salmon Seal Shrew Sparrow Squirrel Stork "
        "Swallow Swan Tapir Tiger Toucan Turtle Walrus Weasel Wombat Wren Yak Zebra "
    ).split()
)


class InvalidNickname(ValueError):
    """A nickname that breaks a rule; the text says which. Clients get ``nickname-invalid``."""


def make_nickname(chance: Random) -> str:
    """Return a readable nickname, e.g. ``Quiet Otter 42``."""
    return f"{chance.choice(_ADJECTIVES)} {chance.choice(_ANIMALS)} {chance.randrange(10, 100)}"


def clean_nickname(text: str) -> str:
    """Return the nickname as it is stored: NFKC, trimmed, inner spaces single. Raise ``InvalidNickname`` for others.

    Letters of any script, digits, spaces and a few marks are allowed; control, format and direction characters are not.
    There are at most two combining marks in a row, on a letter or a digit, and 2 to 20 visible characters, one of them
    a letter or a digit.
    """
    nickname = " ".join(part for part in unicodedata.normalize("NFKC", text).split(" ") if part)
    visible = marks = 0
    has_letter = can_carry = False
    for character in nickname:
        if character in _IGNORED or character in _DOTS or ord(character) in _CUNEIFORM:
            raise InvalidNickname(f"the character U+{ord(character):04X} is not allowed")
        category = unicodedata.category(character)
        if category in {"Mn", "Mc"}:
            marks += 1
            if marks > MOST_MARKS or not can_carry:
                raise InvalidNickname(f"at most {MOST_MARKS} combining marks in a row, on a letter or a digit")
            continue
        marks = 0
        visible += 1
        can_carry = (category[0] == "L" and character not in _INVISIBLE) or category == "Nd"
        if can_carry:
            has_letter = True
        elif character != " " and character not in _PUNCTUATION:
            raise InvalidNickname(f"the character U+{ord(character):04X} is not allowed")
    if not SHORTEST <= visible <= LONGEST:
        raise InvalidNickname(f"a nickname must have {SHORTEST} to {LONGEST} visible characters")
    if not has_letter:
        raise InvalidNickname("a nickname must have a letter or a digit")
    return nickname
