# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""C++ functions over at::Tensor at random: the same seed, the same functions.

Each operator that is judged stands on a line of its own, marked with AT (see
functions.h), and in a function or lambda that is called from one place: a
finding there is then about this one call."""

import random
import re

from flag_statements import FlagStatements
from tensor_statements import TensorStatements


class Scope:
    """The variables that a statement may name. A tensor has a rank that never
    changes; what cannot be assigned is not in the sets."""

    def __init__(self, other=None):
        self.tensors = dict(other.tensors) if other else {}
        self.bools = list(other.bools) if other else []
        self.ints = list(other.ints) if other else []
        self.conditions = list(other.conditions) if other else []
        self.fixed = set(other.fixed) if other else set()
        self.optional = other.optional if other else None
        self.lists = list(other.lists) if other else []
        self.options = other.options if other else None
        self.options_fixed = other.options_fixed if other else True
        self.in_loop = other.in_loop if other else False
        self.returns = other.returns if other else 'return {};'

    def assignable(self, names):
        return [n for n in names if n not in self.fixed]


class FunctionGenerator(FlagStatements, TensorStatements):
    """One function, with the helpers that it calls."""

    def __init__(self, rng, name):
        self.rng = rng
        self.name = name
        self.rank = rng.choice([2, 2, 3, 3, 4])
        self.helpers = []
        self.count = 0
        # Two layouts and many flags, or many layouts and fewer flags.
        self.about_flags = self.chance(0.7)

    def fresh(self, prefix):
        self.count += 1
        return f'{prefix}{self.count}'

    def chance(self, probability):
        return self.rng.random() < probability

    def weighted(self, table):
        return self.rng.choices([f for f, _ in table],
                                [w for _, w in table])[0]

    # Parameters

    def parameters(self, s):
        """Declares the parameters in s; their text and the call's arguments."""
        text, arguments = [], []

        def add(declaration, argument):
            text.append(declaration)
            arguments.append(argument)

        for name in ('x', 'y') if self.chance(0.6) else ('x',):
            kind = self.rng.choice(
                ['at::Tensor ', 'const at::Tensor &', 'at::Tensor &',
                 'at::Tensor '])
            add(kind + name, 'in.' + name)
            s.tensors[name] = self.rank
            if kind.startswith('const'):
                s.fixed.add(name)
        for name in 'abc'[:self.rng.choice([1, 2, 2, 3])]:
            kind = self.rng.choice(
                ['bool ', 'bool ', 'bool ', 'const bool ', 'bool &',
                 'const bool &'])
            add(kind + name, 'in.' + name)
            s.bools.append(name)
            if kind.startswith('const'):
                s.fixed.add(name)
        if self.chance(0.35):
            kind = self.rng.choice(['int ', 'int ', 'int &'])
            add(kind + 'mode', 'in.mode')
            s.ints.append('mode')
        if self.chance(0.3):
            s.optional = 'maybe'
            kind = self.rng.choice(['const c10::optional<at::Tensor> &',
                                    'c10::optional<at::Tensor> '])
            add(kind + 'maybe', 'in.maybe')
            if kind.startswith('const'):
                s.fixed.add('maybe')
        if self.chance(0.2):
            kind = self.rng.choice(['std::vector<at::Tensor> ',
                                    'const std::vector<at::Tensor> &',
                                    'at::TensorList '])
            add(kind + 'list', 'in.list')
            s.lists.append('list')
            if not kind.startswith('std'):
                s.fixed.add('list')
        if self.chance(0.3):
            kind = self.rng.choice(['const Options &', 'Options ',
                                    'Options &'])
            add(kind + 'options', 'in.options')
            s.options = 'options'
            s.options_fixed = kind.startswith('const')
        return ', '.join(text), ', '.join(arguments)

    # Conditions

    def atom(self, s):
        choices = list(s.bools) * 3
        for name in s.ints:
            choices += [f'{name} == {self.rng.randrange(3)}',
                        f'{name} != {self.rng.randrange(3)}', f'{name} > 0',
                        f'{name} < 2']
        tensor = self.rng.choice(list(s.tensors))
        choices += [f'{tensor}.is_contiguous()', f'{tensor}.is_cuda()',
                    f'{tensor}.dim() == {s.tensors[tensor]}',
                    f'{tensor}.scalar_type() == at::kFloat']
        if self.chance(0.3):
            choices += [f'{tensor}.size(0) == {tensor}.size(1)',
                        f'{tensor}.stride(-1) == 1', 'coin()',
                        f'{tensor}.requires_grad()',
                        f'{tensor}.defined()']
        if s.optional:
            choices += [f'{s.optional}.has_value()'] * 3 + [s.optional]
        if s.options:
            choices += ['options.copy', 'options.swap', 'options.mode == 1'] * 2
        if self.chance(0.1):
            choices += ['global_flag'] * 4
        return self.rng.choice(choices)

    def condition(self, s):
        """Mostly one that was asked before, or its opposite."""
        if s.conditions and self.chance(0.65):
            text = self.rng.choice(s.conditions)
        else:
            text = self.atom(s)
            if self.chance(0.25):
                text = (f'({text}) {self.rng.choice(["&&", "||"])} '
                        f'{self.rng.choice(["", "!"])}({self.atom(s)})')
            s.conditions.append(text)
        return f'!({text})' if self.chance(0.3) else text

    def full(self, s):
        return [t for t in s.tensors if s.tensors[t] == self.rank]

    # Statements: each gives lines

    def block(self, s, depth, most):
        inner = Scope(s)
        lines = []
        for _ in range(self.rng.randint(1, most)):
            lines += self.statement(inner, depth + 1)
        # What was asked inside may be asked again, as far as it has its names.
        s.conditions += [c for c in inner.conditions[len(s.conditions):]
                         if not re.search(r'\b[a-z]+\d', c)]
        return ['  ' + line for line in lines]

    def judge(self, s, depth, plainly=False):
        name = self.rng.choice(self.full(s))
        text = self.judged_call(s, name)
        if not plainly and self.chance(0.15):
            return ['try {', f'  {text};', '} catch (const c10::Error &) {',
                    *self.block(s, depth, 1), '}']
        return [f'{text};']

    def judge_if(self, s, depth):
        """The same question again, just before what is judged."""
        condition = self.condition(s)
        if self.chance(0.2):
            return [f'if (!({condition}))', f'  {s.returns}',
                    *self.judge(s, depth)]
        return [f'if ({condition})',
                *('  ' + line for line in self.judge(s, depth, True))]

    def branch(self, s, depth):
        lines = [f'if ({self.condition(s)}) {{', *self.block(s, depth, 3)]
        if self.chance(0.35):
            lines += ['} else {', *self.block(s, depth, 3)]
        return lines + ['}']

    def leave(self, s, depth):
        if self.chance(0.5):
            return [f'TORCH_CHECK({self.condition(s)}, "checked");']
        return [f'if ({self.condition(s)})', f'  {s.returns}']

    def loop(self, s, depth):
        inner = Scope(s)
        inner.in_loop = True
        form = self.rng.randrange(4)
        i = self.fresh('i')
        if form == 0:
            head = f'for (int {i} = 0; {i} < 2; ++{i}) {{'
            if self.chance(0.5):
                inner.conditions += [f'{i} == 0', f'{i} == 1']
        elif form == 1:
            head = f'for (bool {i} : {{true, false}}) {{'
            inner.conditions += [i, i]
            inner.fixed.add(i)
        elif form == 2 and self.bool_lvalues(s):
            flag = self.rng.choice(self.bool_lvalues(s))
            return [f'for (int {i} = 0; {flag} && {i} < 3; ++{i}) {{',
                    *self.block(inner, depth, 3),
                    *([f'  {flag} = false;'] if self.chance(0.5) else []), '}']
        else:
            head = f'for (int {i} = 0; {i} < 3; ++{i}) {{'
            return [head, *self.block(inner, depth, 2),
                    f'  if ({self.condition(inner)})',
                    f'    {self.rng.choice(["break", "continue"])};',
                    *self.block(inner, depth, 2), '}']
        return [head, *self.block(inner, depth, 3), '}']

    def switch(self, s, depth):
        if not s.ints:
            return self.set_int(s, depth)
        lines = [f'switch ({self.rng.choice(s.ints)}) {{']
        for value in range(self.rng.randint(1, 3)):
            lines += [f'case {value}: {{', *self.block(s, depth, 2), '}']
            if self.chance(0.7):
                lines.append('break;')
        if self.chance(0.5):
            lines += ['default: {', *self.block(s, depth, 1), '}']
        return lines + ['}']

    def lambda_use(self, s, depth):
        """Called once; by reference it changes flags and tensors."""
        if self.chance(0.5):
            name = self.fresh('fn')
            body = self.block_returning_nothing(s, depth)
            capture = '&'
            return [f'auto {name} = [{capture}] {{', *body, '};', f'{name}();']
        name, parameter = self.fresh('fn'), self.fresh('v')
        inner = Scope()
        inner.tensors = {parameter: self.rank}
        source = self.rng.choice(self.full(s))
        result = self.fresh('v')
        lines = [f'auto {name} = [](const at::Tensor &{parameter}) '
                 f'-> at::Tensor {{',
                 f'  return {self.transformed(inner, parameter)};', '};',
                 f'auto {result} = {name}({source});']
        s.tensors[result] = self.rank
        return lines

    def block_returning_nothing(self, s, depth):
        inner = Scope(s)
        inner.returns = 'return;'
        inner.in_loop = False
        return self.block(inner, depth, 3)

    def helper(self, s, depth):
        """A function of its own, called from here only."""
        name = f'{self.fresh("helper")}_{self.name}'
        inner = Scope()
        inner.returns = 'return t;'
        kind = self.rng.choice(['at::Tensor ', 'const at::Tensor &',
                                'at::Tensor &'])
        source = self.rng.choice(self.full(s))
        if kind == 'at::Tensor &':
            targets = s.assignable(self.full(s))
            if targets:
                source = self.rng.choice(targets)
            else:
                kind = 'at::Tensor '
        inner.tensors = {'t': self.rank}
        if kind.startswith('const'):
            inner.fixed.add('t')
        flag = self.condition(s)
        by_reference = self.chance(0.25) and self.bool_lvalues(s)
        if by_reference:
            flag = self.rng.choice(self.bool_lvalues(s))
        inner.bools, inner.conditions = ['flag'], ['flag']
        body = []
        for _ in range(self.rng.randint(1, 3)):
            body += self.statement(inner, depth + 2)
        results = [t for t in self.full(inner)]
        self.helpers.append('\n'.join([
            f'{self.rng.choice(["static ", "static ", ""])}at::Tensor {name}'
            f'({kind}t, bool {"&" if by_reference else ""}flag) {{',
            *('  ' + line for line in body),
            f'  return {self.rng.choice(results)};', '}']))
        call = f'{name}({source}, {flag if by_reference else f"bool({flag})"})'
        targets = s.assignable(self.full(s))
        if targets and self.chance(0.6):
            return [f'{self.rng.choice(targets)} = {call};']
        result = self.fresh('v')
        s.tensors[result] = self.rank
        return [f'at::Tensor {result} = {call};']

    def statement(self, s, depth):
        if self.about_flags and self.chance(0.5):
            return self.weighted([
                (self.assign, 3), (self.judge_if, 5), (self.new_flag, 2),
                (self.set_flag, 3), (self.ternary, 1),
                (self.bool_helper, 0.7), (self.bools_together, 0.7),
                (self.called_twice, 0.5), (self.other_change, 0.5),
                (self.correlated, 2),
                *([(self.branch, 6), (self.leave, 1), (self.loop, 0.5),
                   (self.asked_while_set, 1), (self.repeated, 0.5),
                   (self.helper, 0.5)] if depth < 3 else [])])(s, depth)
        simple = [(self.assign, 6), (self.declare, 2), (self.in_place, 1),
                  (self.judge, 3), (self.judge_if, 4), (self.new_flag, 3),
                  (self.set_flag, 3), (self.set_int, 1), (self.ternary, 2),
                  (self.alias, 0.7), (self.list_use, 1),
                  (self.optional_use, 1), (self.swapped, 0.5),
                  (self.other_change, 0.7), (self.pair, 0.5),
                  (self.bool_helper, 0.7), (self.bools_together, 0.7),
                  (self.called_twice, 0.7), (self.correlated, 1)]
        nested = [(self.branch, 7), (self.leave, 1.5), (self.loop, 1.5),
                  (self.switch, 0.6), (self.lambda_use, 0.7),
                  (self.helper, 1), (self.asked_while_set, 1),
                  (self.repeated, 0.7)]
        return self.weighted(simple + nested if depth < 3 else simple)(
            s, depth)

    def generate(self):
        """The function's text, and how a driver calls it with Inputs in."""
        s = Scope()
        s.returns = 'return x;'
        parameters, arguments = self.parameters(s)
        body = []
        if self.chance(0.8):
            body.append(f'TORCH_CHECK(x.dim() == {self.rank}, "rank");')
        for _ in range(self.rng.randint(1, 2)):
            name = self.fresh('v')
            i, j = self.axes(self.rank)
            body.append(f'at::Tensor {name} = x.contiguous()' +
                        self.rng.choice(['', f'.transpose({i}, {j})']) + ';')
            s.tensors[name] = self.rank
        for _ in range(self.rng.randint(4, 11)):
            body += self.statement(s, 0)
        body += self.judge_if(s, 3) + self.judge(s, 3)
        lines = [f'at::Tensor {self.name}({parameters}) {{',
                 *('  ' + line for line in body), '  return x;', '}']
        text = '\n'.join(self.helpers + lines)
        return text, f'{self.name}({arguments})', self.rank


def generate(seed, first, number):
    """Functions number first and following of a seed: [(text, call, rank)]."""
    return [FunctionGenerator(random.Random(f'{seed}/{i}'), f'f{i}').generate()
            for i in range(first, first + number)]
