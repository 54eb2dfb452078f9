# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From CTest's JUnit files to the reasons of what was skipped, what failed, and as the last line the counts."""

import collections
import re
import sys
import xml.etree.ElementTree as xml

COUNTERS = (  # what a test prints about what it did itself: (pattern, name)
    (r"^run \w+: \d+ builds, (\d+) runs", "kernel runs"),
    (r"^oclgrind: (\d+) runs", "oclgrind runs"),
    (r"^fuzz seed \S+: (\d+) programs", "random programs"),
    (r"^\s*Passed\s*:\s*(\d+)", "lit tests"),
    (r"^Total Discovered Tests: (\d+)", "lit tests found"),
)


PREPARATION = ("run-ahead",)  # it compiles for the others, and is no test
NAMED, TOLD = 3, 20  # of the tests that one reason skips; of the lines of one that failed


def endOf(output):
    """What a test said of its failures; else its last lines."""
    lines = output.rstrip().splitlines()
    failures = [number for number, line in enumerate(lines) if re.match(r"FAIL|.*\b[Ff]ailure\b|.*Error\b", line)]
    return lines[failures[0] :][:TOLD] if failures else lines[-TOLD:]


def showSkips(skips):
    tests = collections.defaultdict(list)
    for what, why in skips:
        tests[why].append(what)
    for why, names in tests.items():
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        print(f"skipped {len(names)} ({why}): {', '.join(names[:NAMED])}{more}")


def main():
    executed = failed = 0
    failures, told, skips, inside = [], {}, [], collections.Counter()
    for path in sys.argv[1:]:
        try:
            suite = xml.parse(path).getroot()
        except (OSError, xml.ParseError) as error:
            failed += 1
            failures.append(f"no results: {error}")
            continue
        for case in suite.iter("testcase"):
            name, output = case.get("name"), case.findtext("system-out") or ""
            skips += re.findall(r"^SKIPPED ([^:]*): (.*)$", output, re.M)
            for pattern, what in COUNTERS:
                inside[what] += sum(int(n) for n in re.findall(pattern, output, re.M))
            if case.get("status") == "run":
                executed += name not in PREPARATION
            elif case.get("status") in ("notrun", "disabled", "skipped"):
                message = case.find("skipped")
                if not re.search(r"^SKIPPED ", output, re.M):
                    skips.append((name, message.get("message") if message is not None else "not run"))
            else:
                executed += 1
                failed += 1
                failures.append(name)
                told[name] = endOf(output)
    showSkips(skips)
    for name in failures:
        print(f"failed {name}", *told.get(name, ()), sep="\n    ")
    details = ", ".join(f"{count} {what}" for what, count in inside.items() if count and what != "lit tests found")
    print(f"tests: {executed} executed ({details}), {failed} failed, {len(skips)} skipped")
    return 1 if failed or not executed else 0


if __name__ == "__main__":
    sys.exit(main())
