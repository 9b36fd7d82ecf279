# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What the checker calls proven, against libtorch: functions are made at
random, checked, and executed on many inputs. A proven finding is contradicted
when an execution with all sizes in general position gets past its operator
without an exception (view) or without a copy (reshape and the like).

Exit status: 0 when nothing is contradicted, 1 when something is, 2 when a step
could not be done."""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys

import generate

HERE = pathlib.Path(__file__).resolve().parent
VIEW, COPY = 'tensor-view-after-transpose', 'tensor-hidden-copy'
Counts = collections.namedtuple('Counts', 'threw copied did_not_copy')
Contradiction = collections.namedtuple(
    'Contradiction', 'check message bad good example text')


class StepFailed(Exception):
    pass


def run(command, accepted=(0,), **more):
    done = subprocess.run([str(c) for c in command], text=True,
                          capture_output=True, **more)
    if done.returncode not in accepted:
        raise StepFailed(f'{" ".join(map(str, command))}\nended with '
                         f'{done.returncode}:\n{done.stderr[-4000:]}')
    return done.stdout


class Workshop:
    """Compiles, runs and checks in one folder."""

    def __init__(self, options):
        self.folder = pathlib.Path(options.work)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.options = options
        self.flags = [f'-I{HERE}', *options.flags.split()]
        self.pch = self.folder / 'recorder.pch'

    def compiler(self, *arguments):
        # RecordFunction has the layout of libtorch's build only under NDEBUG.
        return run([self.options.compiler, '-O0', '-w', '-DNDEBUG',
                    '-DTENSOR_ORACLE_RUN', *self.flags, *arguments])

    def precompile(self):
        self.compiler('-x', 'c++-header', HERE / 'recorder.h', '-o', self.pch)

    def write(self, functions):
        """The functions in one file, and the program that calls them."""
        source = self.folder / 'functions.cpp'
        source.write_text('#include "functions.h"\n\n' + '\n\n'.join(
            text for text, _, _ in functions) + '\n')
        rows = ''.join(
            f'  {{"f", {rank}, [](oracle::Inputs &in) {{ {call}; }}}},\n'
            for _, call, rank in functions)
        driver = self.folder / 'driver.cpp'
        driver.write_text(
            f'#include "functions.cpp"\n\n'
            f'static const oracle::Function all[] = {{\n{rows}}};\n\n'
            f'int main() {{ return oracle::run_all(all, '
            f'{self.options.executions}); }}\n')
        return source, driver

    def execute(self, driver):
        """{line: {operator: (general counts, other counts, example)}}"""
        program = self.folder / 'driver'
        self.compiler('-include-pch', self.pch, driver, '-o', program,
                      *self.options.link.split())
        events = collections.defaultdict(dict)
        # Whatever does not end is a mistake of the generator.
        for row in run([program], timeout=1800).splitlines():
            line, operator, *counts, example = row.split('\t')
            numbers = [int(n) for n in counts]
            events[int(line)][operator.removeprefix('aten::')] = (
                Counts(*numbers[:3]), Counts(*numbers[3:]), example)
        return events

    def check(self, source):
        return run([self.options.tensor_tidy, 'check', '--format=sarif',
                    '--min-confidence=possible', '--fail-on=never', '--quiet',
                    '--timeout=0', source, '--', *self.flags])


def findings(sarif, source):
    """[(check, confidence, operator, line, message)] in the source."""
    out = []
    for result in json.loads(sarif)['runs'][0]['results']:
        place = result['locations'][0]['physicalLocation']
        if not place['artifactLocation']['uri'].endswith(source.name):
            continue
        out.append((result['ruleId'], result['properties']['confidence'],
                    result['properties'].get('operator', ''),
                    place['region']['startLine'], result['message']['text']))
    return out


def enclosing(source, functions, line):
    """The text of the function that a line of the file belongs to."""
    at = 3
    for text, _, _ in functions:
        size = text.count('\n') + 1
        if at <= line < at + size:
            marked = text.split('\n')
            marked[line - at] += '  // <== here'
            return '\n'.join(marked).replace('(AT ', '(')
        at += size + 1
    return source.read_text()


class Tally:
    """What was found, decided and contradicted."""

    def __init__(self):
        self.functions = 0
        self.found = collections.Counter()
        self.decided = collections.Counter()
        self.wrong = collections.Counter()
        self.contradictions = []

    def judge(self, source, functions, sarif, events):
        self.functions += len(functions)
        for check, confidence, operator, line, message in findings(
                sarif, source):
            self.found[check, confidence] += 1
            if check not in (VIEW, COPY) or operator not in events[line]:
                continue
            general, _, example = events[line][operator]
            reached = general.copied + general.did_not_copy
            if check == VIEW:
                bad, good = reached, general.threw
            else:
                bad, good = general.did_not_copy, general.copied
            if bad + good == 0:
                continue
            self.decided[check, confidence] += 1
            if confidence == 'proven' and bad:
                self.contradictions.append(Contradiction(
                    check, message, bad, good, example,
                    enclosing(source, functions, line)))
            if good == 0:
                self.wrong[check, confidence] += 1

    def print(self):
        print(f'{self.functions} functions')
        print(f'{"check":32}{"confidence":12}{"found":>7}{"executed":>10}'
              f'{"never so":>10}')
        for key in sorted(self.found):
            check, confidence = key
            rate = ''
            if self.decided[key]:
                rate = f'  {self.wrong[key] / self.decided[key]:.1%}'
            print(f'{check:32}{confidence:12}{self.found[key]:7}'
                  f'{self.decided[key]:10}{self.wrong[key]:10}{rate}')
        print(f'{len(self.contradictions)} proven findings contradicted')


def report(c):
    print(f'\n-- contradicted: {c.message}\n-- {c.bad} executions without, '
          f'{c.good} as said; one without: {c.example}\n{c.text}\n',
          flush=True)


def add_tools(parser):
    """The options that a Workshop needs."""
    add = parser.add_argument
    add('--executions', type=int, default=96, help='calls of each function')
    add('--work', required=True, help='folder for what is made on the way')
    add('--tensor-tidy', required=True)
    add('--compiler', required=True, help='a clang++')
    add('--flags', default='', help='flags that find libtorch\'s headers')
    add('--link', default='', help='flags that link libtorch')


def arguments():
    parser = argparse.ArgumentParser(
        description='Compares what is proven with what libtorch does.')
    add = parser.add_argument
    add('--seed', default='1')
    add('--functions', type=int, default=200)
    add('--first', type=int, default=0, help='number of the first function')
    add('--batch', type=int, default=200, help='functions per program')
    add_tools(parser)
    return parser.parse_args()


def main():
    options = arguments()
    shop = Workshop(options)
    shop.precompile()
    tally = Tally()
    for first in range(options.first, options.first + options.functions,
                       options.batch):
        number = min(options.batch,
                     options.first + options.functions - first)
        functions = generate.generate(options.seed, first, number)
        source, driver = shop.write(functions)
        events = shop.execute(driver)
        before = len(tally.contradictions)
        tally.judge(source, functions, shop.check(source), events)
        for contradiction in tally.contradictions[before:]:
            report(contradiction)
    tally.print()
    return 1 if tally.contradictions else 0


if __name__ == '__main__':
    try:
        sys.exit(main())
    except (StepFailed, OSError, subprocess.TimeoutExpired) as error:
        print(f'error: {error}', file=sys.stderr)
        sys.exit(2)
