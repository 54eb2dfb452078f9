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


def main():
    executed = failed = 0
    failures, skips, inside = [], [], collections.Counter()
    for path in sys.argv[1:]:
        try:
            suite = xml.parse(path).getroot()
        except (OSError, xml.ParseError) as error:
            failed += 1
            failures.append(f"no results: {error}")
            continue
        for case in suite.iter("testcase"):
            name, output = case.get("name"), case.findtext("system-out") or ""
            skips += [f"{name}: {reason}" for reason in re.findall(r"^SKIPPED (.*)$", output, re.M)]
            for pattern, what in COUNTERS:
                inside[what] += sum(int(n) for n in re.findall(pattern, output, re.M))
            if case.get("status") == "run":
                executed += name not in PREPARATION
            elif case.get("status") in ("notrun", "disabled", "skipped"):
                message = case.find("skipped")
                if not re.search(r"^SKIPPED ", output, re.M):
                    skips.append(f"{name}: {message.get('message') if message is not None else 'not run'}")
            else:
                executed += 1
                failed += 1
                failures.append(name)
    for reason in skips:
        print(f"skipped {reason}")
    for name in failures:
        print(f"failed {name}")
    details = ", ".join(f"{count} {what}" for what, count in inside.items() if count and what != "lit tests found")
    print(f"tests: {executed} executed ({details}), {failed} failed, {len(skips)} skipped")
    return 1 if failed or not executed else 0


if __name__ == "__main__":
    sys.exit(main())
