# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""One small batch of the oracle: nothing that is proven is contradicted, and
the oracle would have noticed, because it contradicts findings that are called
proven and are not."""

import argparse
import json
import sys

import generate
import oracle


def with_all_proven(sarif):
    log = json.loads(sarif)
    for result in log['runs'][0]['results']:
        result['properties']['confidence'] = 'proven'
    return json.dumps(log)


def judged(source, functions, sarif, events):
    tally = oracle.Tally()
    tally.judge(source, functions, sarif, events)
    tally.print()
    return tally


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    oracle.add_tools(parser)
    shop = oracle.Workshop(parser.parse_args())
    shop.precompile()
    functions = generate.generate('test', 0, 40)
    assert functions == generate.generate('test', 0, 40), 'not reproducible'
    assert functions[20:] == generate.generate('test', 20, 20), 'not by number'
    source, driver = shop.write(functions)
    events = shop.execute(driver)
    sarif = shop.check(source)

    tally = judged(source, functions, sarif, events)
    for contradiction in tally.contradictions:
        oracle.report(contradiction)
    assert not tally.contradictions, 'see above'
    for check in (oracle.VIEW, oracle.COPY):
        assert tally.decided[check, 'proven'] >= 3, f'{check}: no executions'

    falsified = judged(source, functions, with_all_proven(sarif), events)
    seen = {c.check for c in falsified.contradictions}
    assert seen == {oracle.VIEW, oracle.COPY}, f'notices only {seen}'
    for contradiction in falsified.contradictions:
        assert '<== here' in contradiction.text, contradiction


if __name__ == '__main__':
    sys.exit(main())
