# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Expressions and statements that change tensors, what they are called by, and
where they are kept."""


class TensorStatements:
    """A part of FunctionGenerator: see there what s and depth are."""

    def axes(self, rank):
        i, j = self.rng.sample(range(rank), 2)
        return tuple(a - rank if self.chance(0.3) else a for a in (i, j))

    def transformed(self, s, name):
        """An expression of name's rank, with nothing judged in it."""
        rank = s.tensors[name]
        i, j = self.axes(rank)
        order = list(range(rank))
        self.rng.shuffle(order)
        if self.about_flags and self.chance(0.9):
            return self.weighted([
                (f'{name}.contiguous()', 5),
                (f'{name}.contiguous().transpose({i}, {j})', 5),
                (f'x.contiguous().transpose({i}, {j})'
                 if 'x' in s.tensors else f'{name}.clone()', 2),
                (f'{name}.transpose(0, 1)', 2), (f'at::relu({name})', 0.5),
                (name, 1)])
        table = [
            (f'{name}.transpose({i}, {j})', 7),
            (f'{name}.permute({{{", ".join(map(str, order))}}})', 3),
            (f'{name}.contiguous()', 6),
            (f'{name}.contiguous().transpose({i}, {j})', 5),
            (f'{name}.clone()', 1),
            (f'{name}.clone(at::MemoryFormat::Contiguous)', 1),
            (f'{name}.narrow({i}, 0, 2)', 1),
            (f'{name}.slice({i}, 1)', 1),
            (f'{name}.slice({i}, 0, -1)', 1),
            (f'{name}.slice({i}, 0, {name}.size({i}), 2)', 1),
            (f'{name}.narrow({i}, 0, 1).expand({name}.sizes())', 1),
            (f'{name} + 1', 1),
            (f'{name} * {name}', 1),
            (f'at::relu({name})', 1),
            (f'{name}.flip({{{i}}})', 0.5),
            (f'{name}.to(at::kDouble)', 0.5),
            (f'{name}.detach()', 0.5),
            (f'{name}.alias()', 0.3),
            (f'at::empty_like({name})', 1),
            (f'at::zeros({name}.sizes())', 1),
            (f'{name}.new_zeros({name}.sizes())', 0.5),
            (f'{name}.softmax(-1)', 0.5),
            (f'{name}.mT()', 0.7),
            (f'{name}.chunk(2, {i})[0]', 0.5),
            (f'at::cat({{{name}.narrow({i}, 0, 1), {name}}}, {i})', 0.5),
            (f'at::stack({{{name}, {name}}})[1]', 0.3),
            (name, 1),
        ]
        if rank == 2:
            table += [(f'{name}.t()', 2), (f'{name}.mm({name}.t())', 0.5)]
        if rank == 4:
            table += [(f'{name}.contiguous(at::MemoryFormat::ChannelsLast)', 2)]
        return self.weighted(table)

    def judged_call(self, s, name):
        """An expression that views or copies."""
        rank = s.tensors[name]
        sizes = [f'{name}.size({i})' for i in range(rank)]
        k = self.rng.randrange(rank - 1)
        merged = sizes[:k] + [f'{sizes[k]} * {sizes[k + 1]}'] + sizes[k + 2:]
        split = list(sizes)
        k = self.rng.randrange(rank)
        split[k:k + 1] = [f'{sizes[k]} / 2', '2']
        open_end = self.rng.choice([['-1', sizes[-1]], [sizes[0], '-1']])
        shape = self.weighted([('-1', 5), (', '.join(merged), 5),
                               (', '.join(open_end), 3), (', '.join(split), 1),
                               (', '.join(sizes), 1)])
        if self.about_flags:
            shape = self.rng.choice(['-1', ', '.join(merged)])
        other = self.rng.choice(list(s.tensors))
        return '(AT ' + self.weighted([
            (f'{name}.view({{{shape}}})', 8),
            (f'{name}.reshape({{{shape}}})', 12),
            (f'{name}.flatten()', 2),
            (f'{name}.flatten({k}, -1)', 1),
            (f'{name}.ravel()', 1),
            (f'{name}.view_as({other})', 0.7),
            (f'{name}.reshape_as({other})', 0.7),
            (f'{name}.view({name}.sizes())', 0.5),
        ]) + ')'

    def assign(self, s, depth):
        targets = s.assignable(self.full(s))
        if not targets:
            return self.declare(s, depth)
        target = self.rng.choice(targets)
        source = target if self.chance(0.7) else self.rng.choice(self.full(s))
        return [f'{target} = {self.transformed(s, source)};']

    def declare(self, s, depth):
        source = self.rng.choice(self.full(s))
        text = self.transformed(s, source)
        name = self.fresh('v')
        s.tensors[name] = self.rank
        kind = 'at::Tensor' if self.chance(0.5) else 'auto'
        return [f'{kind} {name} = {text};']

    def in_place(self, s, depth):
        name = self.rng.choice(self.full(s))
        i, j = self.axes(self.rank)
        return [self.weighted([
            (f'{name}.add_(1);', 1), (f'{name}.transpose_({i}, {j});', 2),
            (f'{name}.mul_(2);', 1),
            (f'{name}.copy_({self.rng.choice(self.full(s))});', 0.5),
            (f'{name}.zero_();', 0.5),
            (f'{name}.requires_grad_(coin());', 0.3)])]

    def ternary(self, s, depth):
        names = self.full(s)
        first, second = self.rng.choice(names), self.rng.choice(names)
        one = f'at::Tensor({self.transformed(s, first)})'
        condition = self.condition(s)
        targets = s.assignable(names)
        if targets and self.chance(0.5):
            return [f'{self.rng.choice(targets)} = {condition} ? {one} : '
                    f'at::Tensor({second});']
        if targets and self.chance(0.3):
            alias = self.fresh('v')
            second = self.rng.choice(targets)
            first = self.rng.choice(targets)
            s.tensors[alias] = self.rank
            return [f'at::Tensor &{alias} = {condition} ? {first} : {second};']
        name = self.fresh('v')
        s.tensors[name] = self.rank
        return [f'at::Tensor {name} = {condition} ? {one} : '
                f'at::Tensor({second});']

    def alias(self, s, depth):
        name = self.rng.choice(self.full(s))
        alias = self.fresh('v')
        s.tensors[alias] = self.rank
        if name in s.fixed or self.chance(0.3):
            s.fixed.add(alias)
            return [f'const at::Tensor &{alias} = {name};']
        return [f'at::Tensor &{alias} = {name};']

    def list_use(self, s, depth):
        if not s.lists:
            name = self.fresh('l')
            s.lists.append(name)
            one, two = (self.rng.choice(self.full(s)) for _ in range(2))
            return [f'std::vector<at::Tensor> {name} = {{{one}, {two}}};']
        name = self.rng.choice(s.lists)
        element = f'{name}[{self.rng.randrange(2)}]'
        s.tensors[element] = self.rank
        if name in s.fixed:
            s.fixed.add(element)
            return self.declare(s, depth)
        each = self.fresh('v')
        inner = type(s)(s)
        inner.tensors[each] = self.rank
        return self.rng.choice([
            [f'{element} = {self.transformed(s, element)};'],
            [f'for (auto &{each} : {name})',
             f'  {each} = {self.transformed(inner, each)};'],
            [f'{name}.push_back({element});'],
            [f'{name}.erase({name}.begin());', f'{name}.resize(2, {self.full(s)[0]});']])

    def optional_use(self, s, depth):
        if not s.optional:
            return self.assign(s, depth)
        targets = s.assignable(self.full(s))
        s.conditions.append(f'{s.optional}.has_value()')
        lines = []
        if self.chance(0.1):
            alias = self.fresh('o')
            s.conditions += [f'{alias}.has_value()'] * 2
            return [f'const auto &{alias} = {s.optional};']
        if s.optional not in s.fixed and self.chance(0.4):
            source = self.rng.choice(self.full(s))
            lines.append(self.rng.choice([
                f'{s.optional} = {self.transformed(s, source)};',
                f'{s.optional} = c10::nullopt;', f'{s.optional}.reset();']))
        elif targets:
            lines += [f'if ({s.optional}.has_value())',
                      f'  {self.rng.choice(targets)} = *{s.optional};']
        else:
            name = self.fresh('v')
            s.tensors[name] = self.rank
            lines.append(f'at::Tensor {name} = {s.optional}.has_value() ? '
                         f'*{s.optional} : {self.full(s)[0]};')
        return lines

    def swapped(self, s, depth):
        targets = s.assignable(self.full(s))
        if len(targets) < 2:
            return self.assign(s, depth)
        one, two = self.rng.sample(targets, 2)
        return [f'std::swap({one}, {two});']

    def pair(self, s, depth):
        one, two = (self.rng.choice(self.full(s)) for _ in range(2))
        name = self.fresh('p')
        text = [f'Pair {name}{{{self.transformed(s, one)}, {two}, '
                f'bool({self.condition(s)})}};']
        s.tensors[f'{name}.first'] = s.tensors[f'{name}.second'] = self.rank
        s.bools.append(f'{name}.set')
        s.conditions.append(f'{name}.set')
        return text
