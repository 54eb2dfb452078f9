# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_sarif.py FILE [none]: the document has what code hosts read."""

import json
import sys

with open(sys.argv[1]) as file:
    document = json.load(file)
assert document["version"] == "2.1.0" and document["$schema"].endswith("sarif-schema-2.1.0.json")
results = [result for run in document["runs"] for result in run["results"]]
for run in document["runs"]:
    assert run["tool"]["driver"]["name"] == "kasane"
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
if sys.argv[2:] == ["none"]:
    assert not results
    sys.exit()
found = {result["ruleId"]: result for result in results}
assert set(found) == {"misspelt_clause", "clang", "does_not_compile", "no_region"}, set(found)
place = found["misspelt_clause"]["locations"][0]["physicalLocation"]
assert place["artifactLocation"]["uri"].endswith("near.c")
assert place["region"] == {"startLine": 2, "startColumn": 17, "endLine": 2, "endColumn": 21}, place["region"]
(change,) = found["misspelt_clause"]["fixes"][0]["artifactChanges"]
assert change["replacements"][0]["insertedContent"]["text"] == "tile"
assert change["replacements"][0]["deletedRegion"]["startColumn"] == 17
assert found["clang"]["level"] == "error" and "undeclared" in found["clang"]["message"]["text"]
assert found["clang"]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith("broken.c")
assert found["no_region"]["level"] == "warning" and not found["no_region"].get("locations")
