"""Writes the night that ships with the project, by arithmetic of its own.

The scores are those of 13 May 2012, the last day of the English Premier League's season, as anybody can look them up; kick-off
was 15:00 in London. The prices are the project's own invention. Grades are found here by playing a quarter line as two half
stakes on the lines beside it, returns by exact fractions: a second way to the figures that the reader derives again.

    python3 bench/nights/final_day_2012.py > bench/src/main/resources/matchnight/bench/fixture/final-day-2012-05-13.json
"""

import json
from fractions import Fraction

# event, full time, half time, 1X2 prices, (total, over, under), (home line, home, away)
MATCHES = [
    ("Chelsea-Blackburn", "2-1", "2-0", ("1.4", "4.8", "8"), ("2.75", "1.92", "1.94"), ("-1", "1.8", "2.08")),
    ("Everton-Newcastle", "3-1", "2-0", ("2.05", "3.5", "3.6"), ("3.25", "2.3", "1.65"), ("-0.5", "2.05", "1.87")),
    ("Manchester City-QPR", "3-2", "1-0", ("1.14", "8.5", "21"), ("3.5", "1.95", "1.91"), ("-2.25", "1.97", "1.93")),
    ("Norwich-Aston Villa", "2-0", "2-0", ("2.3", "3.4", "3.1"), ("2.25", "1.88", "2.02"), ("-0.25", "2.02", "1.88")),
    ("Stoke-Bolton", "2-2", "1-2", ("2.2", "3.4", "3.3"), ("2.5", "1.9", "1.95"), ("-0.25", "1.93", "1.97")),
    ("Sunderland-Manchester United", "0-1", "0-1", ("7", "4.2", "1.5"), ("3", "2.04", "1.83"), ("1", "2", "1.9")),
    ("Swansea-Liverpool", "1-0", "0-0", ("3.3", "3.5", "2.2"), ("2.5", "1.83", "2.02"), ("0.25", "1.98", "1.92")),
    ("Tottenham-Fulham", "2-0", "1-0", ("1.36", "5", "8.5"), ("2", "1.25", "3.75"), ("-1.75", "2.22", "1.7")),
    ("West Brom-Arsenal", "2-3", "2-2", ("4", "3.7", "1.9"), ("2.75", "1.85", "2.03"), ("0.75", "1.83", "2.07")),
    ("Wigan-Wolves", "3-2", "2-1", ("1.65", "4", "5.25"), ("5", "5.5", "1.14"), ("-0.75", "1.87", "2.03")),
]

HALF = Fraction(1, 2)


def one_line(margin):
    return "won" if margin > 0 else "void" if margin == 0 else "lost"


def graded(distance):
    """distance: goals that this side is ahead of the line."""
    if (4 * distance) % 2 == 0:
        return one_line(distance)
    halves = {one_line(distance - Fraction(1, 4)), one_line(distance + Fraction(1, 4))}
    if halves == {"won", "void"}:
        return "half_won"
    if halves == {"lost", "void"}:
        return "half_lost"
    (only,) = halves
    return only


def returns_on_10(grade, price):
    paid = {
        "won": price,
        "half_won": HALF * price + HALF,
        "void": Fraction(1),
        "half_lost": HALF,
        "lost": Fraction(0),
    }[grade] * 10
    pennies = paid * 100
    whole = pennies.numerator // pennies.denominator
    if pennies - whole >= HALF:
        whole += 1
    return f"{whole // 100}.{whole % 100:02d}"


def selection(name, price, grade, line=None):
    entry = {"selection": name}
    if line is not None:
        entry["line"] = line
    entry.update(price=price, grade=grade, returnsOn10=returns_on_10(grade, Fraction(price)))
    return entry


def other_side(line):
    return line if line == "0" else line[1:] if line.startswith("-") else "-" + line


def event(name, full_time, half_time, result, total, handicap):
    home, away = map(int, full_time.split("-"))
    winner = "H" if home > away else "A" if away > home else "D"
    goals, over, under = total
    home_line, home_price, away_price = handicap
    distance = home + away - Fraction(goals)
    ahead = home - away + Fraction(home_line)
    return {
        "event": name,
        "competition": "E0",
        "kickoff": "2012-05-13T14:00:00Z",
        "fullTime": full_time,
        "halfTime": half_time,
        "markets": [
            {
                "type": "1X2",
                "selections": [
                    selection(side, price, "won" if side == winner else "lost")
                    for side, price in zip(("H", "D", "A"), result)
                ],
            },
            {
                "type": "OU",
                "line": goals,
                "selections": [
                    selection("over", over, graded(distance)),
                    selection("under", under, graded(-distance)),
                ],
            },
            {
                "type": "AH",
                "home_line": home_line,
                "selections": [
                    selection("H", home_price, graded(ahead), home_line),
                    selection("A", away_price, graded(-ahead), other_side(home_line)),
                ],
            },
        ],
    }


NIGHT = {
    "label": "13 May 2012, the season's last day: the real scores, prices of our own making",
    "currency": "GBP",
    "events": [event(*match) for match in MATCHES],
}

print(json.dumps(NIGHT, indent=1))
