# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a run printed and reported, against what was asked."""

import kernels
from toolchain import Failure


def difference(expected, got):
    left, right = expected.decode(errors="replace").split("\n"), got.decode(errors="replace").split("\n")
    shown = [f"expected {a}\ngot      {b}" for a, b in zip(left, right) if a != b][:3]
    count = sum(a != b for a, b in zip(left, right)) + abs(len(left) - len(right))
    return "\n".join([f"{count} of {len(left)} lines differ", *shown])


def checkReport(regions, config, expectedCalls, host, mayDecline, placement="in core"):
    if mayDecline:
        for region in regions:
            if not region["ran"] and not region["reason"]:
                raise Failure(f"{region['name']} declined without a reason")
        return
    for region in regions:
        if not region["ran"]:
            raise Failure(f"{region['name']} fell back: {region['reason']}")
        wanted = {"target": config.target}
        if region["steps"]:  # none are made nowhere
            wanted["placement"] = placement
        if not config.isChosen:
            wanted.update(family=config.family, depth=config.depth)
        if config.tile:
            tile = [0 if word == "all" else int(word) for word in config.tile.split("x")]
            wanted["tile"] = tile + [1] * (3 - len(tile))
        for key, value in wanted.items():
            if region[key] != value:
                raise Failure(f"{region['name']}: {key} is {region[key]}, asked was {value}")
    # The passes of a chosen schedule are those of the depth that it reports, when that is the same for all regions.
    depths = {config.depth}
    if config.isChosen: # small arrays go step by step
        depths = {1 if region.get("small_calls") == region["calls"] else region["depth"] for region in regions}
    depth = depths.pop() if len(depths) == 1 else None
    wanted = sorted(
        (len(calls), sum(calls), depth and sum(kernels.passesOf(s, depth, host) for s in calls))
        for calls in expectedCalls
    )
    got = sorted((region["calls"], region["steps"], depth and region["passes"]) for region in regions)
    if got != wanted:
        raise Failure(f"(calls, steps, passes) are {got}, expected {wanted}")


def checkMembers(region, asked, between, isOnCards=False):
    """Cut as asked, or plane by plane; a region that was called with no steps isn't cut. One member has no card of its
    own."""
    if not region["steps"]:
        return
    parts = region["parts"]
    if region["members"] != len(parts) or max(parts) - min(parts) > 1 or min(parts) < 1:
        raise Failure(f"{region['name']}: {region['members']} members have {parts} planes")
    if len(parts) != asked and (len(parts) > asked or max(parts) > 1):
        raise Failure(f"{region['name']}: {len(parts)} members, asked were {asked}")
    if len(region.get("devices", [])) != (len(parts) if isOnCards and len(parts) > 1 else 0):
        raise Failure(f"{region['name']}: {len(parts)} members are on the devices {region.get('devices')}")
    if not 1 <= region["steps_per_exchange"] <= max(between, region["depth"]) + region["depth"] - 1:
        raise Failure(f"{region['name']}: {region['steps_per_exchange']} steps between exchanges, asked were {between}")
    if (region["exchanges"] > 0) != (region["exchanged_bytes"] > 0):
        raise Failure(f"{region['name']}: {region['exchanges']} exchanges of {region['exchanged_bytes']} bytes")
