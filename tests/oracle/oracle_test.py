# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Of tensor-tidy-oracle: that the same seed gives the same programs, and that
a rule which is false is contradicted, with a program that shows it."""

import argparse
import pathlib
import re
import subprocess
import sys

FALSE_RULE = '''version: 1
torch: ">=1.13"
source: false on purpose
rules:
  - op: aten::transpose.int
    override: true
    new: row_major(self)
'''


def run(options, *arguments, status=0):
    done = subprocess.run([options.oracle, *map(str, arguments)], text=True,
                          capture_output=True)
    assert done.returncode == status, (
        f'{arguments} ended with {done.returncode}, not {status}:\n'
        f'{done.stdout[-4000:]}\n{done.stderr[-4000:]}')
    return done.stdout


def same_seed_same_programs(options):
    def programs(seed, first, number):
        return run(options, '--print', '--seed', seed, '--first', first,
                   '--programs', number)
    text = programs(7, 0, 30)
    assert text.count('at::Tensor p') == 30, text
    assert text == programs(7, 0, 30), 'not reproducible'
    assert text.endswith(programs(7, 20, 10)), 'depends on what came before'
    assert text != programs(8, 0, 30), 'the seed says nothing'


def false_rule_is_noticed(options):
    work = pathlib.Path(options.work)
    work.mkdir(parents=True, exist_ok=True)
    rules = work / 'false.yaml'
    rules.write_text(FALSE_RULE)
    text = run(options, '--programs', 5, '--seed', 1, '--rules', rules,
               '--shrink', 1, '--work', work, status=1)
    last = text.rstrip().splitlines()[-1]
    found = re.fullmatch(r'\d+ programs, (\d+) contradictions, \d+ misses of '
                         r'\d+ observed', last)
    assert found and int(found[1]) > 0, last
    assert 'aten::transpose' in text, text
    shown = re.search(r'^at::Tensor p\d+\(.*?^}', text, re.M | re.S)
    assert shown and 'transpose' in shown[0], text
    assert shown[0].count('\n') < 12, f'not shrunk:\n{shown[0]}'


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('test', choices=['reproducible', 'false-rule'])
    parser.add_argument('--oracle', required=True)
    parser.add_argument('--work', required=True)
    options = parser.parse_args()
    if options.test == 'reproducible':
        same_seed_same_programs(options)
    else:
        false_rule_is_noticed(options)


if __name__ == '__main__':
    sys.exit(main())
