# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Statements that set, copy and change flags and modes, in all the ways in
which one can be asked again later and have another value."""


class FlagStatements:
    """A part of FunctionGenerator: each method gives a statement's lines."""

    def bool_lvalues(self, s):
        names = s.assignable(s.bools)
        if s.options and not s.options_fixed:
            names += ['options.copy', 'options.swap']
        return names

    def new_bool(self, s, is_fixed=False):
        """A name that is asked again often, from here on in this block."""
        name = self.fresh('f')
        s.bools.append(name)
        s.conditions += [name] * 2
        if is_fixed:
            s.fixed.add(name)
        return name

    def new_flag(self, s, depth):
        text = f'bool({self.condition(s)})'
        if self.chance(0.3):
            text = (f'bool({text} '
                    f'{self.rng.choice(["&&", "||", "==", "!=", "^"])} '
                    f'bool({self.atom(s)}))')
        kind = self.rng.choice(['bool', 'const bool', 'bool', 'auto'])
        name = self.new_bool(s, kind.startswith('const'))
        return [f'{kind} {name} = {text};']

    def set_flag(self, s, depth):
        names = self.bool_lvalues(s)
        if not names:
            return self.new_flag(s, depth)
        name = self.rng.choice(names)
        condition = f'bool({self.condition(s)})'
        other = self.rng.choice(names)
        helper = 'flag_' + self.name
        text = self.weighted([
            (f'{name} = !{name};', 3), (f'{name} = {condition};', 3),
            (f'{name} = {self.rng.choice(["true", "false"])};', 4),
            (f'{name} &= {condition};', 2), (f'{name} |= {condition};', 2),
            (f'{name} ^= true;', 1), (f'{name} = {name} && {condition};', 1),
            (f'toggle({name});', 1), (f'std::swap({name}, {other});', 1),
            (f'{helper}({name});', 1.5),
            (f'{name} = std::exchange({other}, {condition});', 0.5),
            (f'{name} = {other} = {condition};', 0.7),
            (f'({condition} ? {name} : {other}) = '
             f'{self.rng.choice(["true", "false"])};', 0.5),
            (f'{condition} && ({name} = !{name});', 0.5),
            (f'std::tie({name}, {other}) = '
             f'std::make_pair({other}, {condition});', 0.3)])
        if text.startswith(helper) and not any(
                helper in h for h in self.helpers):
            body = self.rng.choice(['flag = !flag;', 'flag = false;',
                                    'flag |= coin();', 'if (coin()) flag = 1;'])
            self.helpers.append(
                f'static void {helper}(bool &flag) {{ {body} }}')
        return [text]

    def set_int(self, s, depth):
        names = s.assignable(s.ints)
        if s.options and not s.options_fixed:
            names.append('options.mode')
        if not names or self.chance(0.2):
            name = self.fresh('k')
            text = f'int {name} = {self.condition(s)} ? 1 : 0;'
            s.ints.append(name)
            s.conditions += [f'{name} == 1', f'{name} > 0']
            return [text]
        name = self.rng.choice(names)
        if self.chance(0.15):
            alias = self.fresh('k')
            s.ints.append(alias)
            s.fixed.add(alias)
            s.conditions += [f'{alias} == 1'] * 2
            return [f'const int &{alias} = {name};']
        return [self.rng.choice([
            f'{name} = {self.rng.randrange(3)};', f'++{name};',
            f'{name} -= 1;', f'{name} = {name} == 1 ? 0 : {name};',
            f'{name} *= 2;'])]

    def other_change(self, s, depth):
        """Flags that change behind a name: pointers, references, globals."""
        names = self.bool_lvalues(s)
        if not names or self.chance(0.2):
            s.conditions.append('global_flag')
            return [self.rng.choice(['toggle_global();', 'global_flag = true;',
                                     'global_flag = !global_flag;'])]
        name = self.rng.choice(names)
        alias = self.fresh('r')
        if self.chance(0.35):
            text = f'const bool &{alias} = {name};'
            s.conditions += [alias] * 3
            return [text]
        if self.chance(0.5):
            if self.chance(0.5):
                s.bools.append(alias)
                s.conditions += [alias, name]
            return [f'bool &{alias} = {name};', f'{alias} = !{alias};']
        return [f'bool *{alias} = &{name};', f'*{alias} = !*{alias};']

    def asked_while_set(self, s, depth):
        """A branch whose condition changes what it asks."""
        names = self.bool_lvalues(s)
        if not names:
            return self.branch(s, depth)
        name = self.rng.choice(names)
        condition = self.condition(s)
        first = self.fresh('f')
        heads = [f'if ({condition} && ({name} = !{name})) {{',
                 f'if (({name} = bool({condition}))) {{',
                 f'if (std::exchange({name}, false)) {{',
                 f'if (bool {first} = bool({condition}); {first}) {{',
                 f'if ({name} || !({name} = bool({condition}))) {{']
        if s.assignable(s.ints):
            mode = self.rng.choice(s.assignable(s.ints))
            heads += [f'if ({mode}++ == 1) {{', f'if (--{mode} > 0) {{']
        lines = [self.rng.choice(heads), *self.block(s, depth, 2)]
        if self.chance(0.3):
            lines += ['} else {', *self.block(s, depth, 2)]
        return lines + ['}']

    def bool_helper(self, s, depth):
        """A helper or lambda whose answer is a flag."""
        tensor = self.rng.choice(self.full(s))
        flag = f'bool({self.condition(s)})'
        bodies = ['if (flag) return t.is_contiguous(); return true;',
                  'return flag && t.dim() > 1;',
                  'if (!t.is_contiguous()) return false; return flag;',
                  'if (flag) return false; return coin();',
                  'bool r = flag; if (t.is_cuda()) r = true; return r;',
                  'return !flag;']
        head = f'(const at::Tensor &t, bool flag) {{ ' \
            f'{self.rng.choice(bodies)} }}'
        helper = f'{self.fresh("ask")}_{self.name}'
        if self.chance(0.6):
            self.helpers.append(f'static bool {helper}{head}')
            lines = []
        else:
            head = head.replace(' {', ' -> bool {', 1)
            lines = [f'auto {helper} = []{head};']
        name = self.new_bool(s)
        return lines + [f'bool {name} = {helper}({tensor}, {flag});']

    def bools_together(self, s, depth):
        """Flags in an array, a pair or a struct."""
        one, two = (f'bool({self.condition(s)})' for _ in range(2))
        name = self.fresh('g')
        form = self.rng.randrange(4)
        if form == 0:
            parts = [f'{name}[0]', f'{name}[1]']
            kind = self.rng.choice([f'bool {name}[2]',
                                    f'std::vector<bool> {name}'])
            lines = [f'{kind} = {{{one}, {two}}};']
        elif form == 1:
            parts = [f'{name}.copy', f'{name}.swap']
            lines = [f'Options {name}{{{one}, {two}}};']
        elif form == 2:
            parts = [self.fresh('g'), self.fresh('g')]
            kind = self.rng.choice(['auto', 'const auto', 'auto &&'])
            lines = [f'{kind} [{", ".join(parts)}] = '
                     f'std::make_pair({one}, {two});']
            if kind.startswith('const'):
                s.fixed.update(parts)
        else:
            parts = [f'{name}.first', f'{name}.second']
            lines = [f'auto {name} = std::make_pair({one}, {two});']
        s.conditions += parts * 2
        if parts[0] not in s.fixed and self.chance(0.5):
            lines.append(f'{parts[0]} = !{parts[1]};')
        return lines

    def called_twice(self, s, depth):
        """A lambda or helper that changes a tensor by flag, for two flags;
        nothing is judged in it."""
        targets = s.assignable(self.full(s))
        if not targets:
            return self.assign(s, depth)
        target = self.rng.choice(targets)
        flags = [f'bool({self.condition(s)})',
                 self.rng.choice(['true', 'false', f'!({self.atom(s)})'])]
        inner = type(s)()
        inner.tensors = {'t': self.rank}
        change = self.transformed(inner, 't')
        name = self.fresh('twice')
        if self.chance(0.5):
            name += '_' + self.name
            self.helpers.append(
                f'static void {name}(at::Tensor &t, bool flag) {{\n'
                f'  if (flag)\n    t = {change};\n}}')
            return [f'{name}({target}, {flag});' for flag in flags]
        capture = self.rng.choice(['&', '='])
        names = self.bool_lvalues(s)
        also = f' {self.rng.choice(names)} ^= flag;' if (
            capture == '&' and names and self.chance(0.5)) else ''
        return [f'auto {name} = [{capture}](at::Tensor t, bool flag) {{',
                f'  if (flag) t = {change};{also}', '  return t;', '};',
                *(f'{target} = {name}({target}, {flag});' for flag in flags)]

    def repeated(self, s, depth):
        """do, while and goto."""
        inner = type(s)(s)
        names = self.bool_lvalues(s)
        count = self.fresh('n')
        body = self.block(inner, depth, 3)
        if names and self.chance(0.5):
            flag = self.rng.choice(names)
            return [f'while ({flag}) {{', *body, f'  {flag} = false;', '}']
        condition = self.condition(s)
        return [f'int {count} = 0;', 'do {', *body,
                f'}} while (++{count} < 3 && ({condition}));']

    def changes_of(self, s, flag):
        """Lines that prepare a second name of a flag, and the names to ask and
        the lines that change it."""
        name = self.fresh('r')
        ways = [
            ([f'bool &{name} = {flag};'], name, f'{name} = !{name};'),
            ([f'auto &&{name} = {flag};'], name, f'{name} = !{name};'),
            ([f'const bool &{name} = {flag};'], name, f'{flag} = !{flag};'),
            ([f'const auto &{name} = {flag};'], name, f'toggle({flag});'),
            ([f'bool *{name} = &{flag};'], f'*{name}', f'*{name} = true;'),
            ([f'const bool {name} = {flag};'], name, f'{flag} = !{flag};'),
            ([f'auto {name} = [&] {{ {flag} = !{flag}; }};'], flag,
             f'{name}();'),
            ([f'auto {name} = [&{name} = {flag}] {{ {name} = true; }};'], flag,
             f'{name}();'),
            ([f'auto {name} = [=]() mutable {{ {flag} = !{flag}; '
              f'return {flag}; }};'], flag, f'{flag} = {name}();'),
            ([f'auto {name} = [&](bool &f) -> bool & {{ return f; }};'], flag,
             f'{name}({flag}) = false;'),
            ([f'auto {name} = std::tie({flag}, {flag});'], flag,
             f'std::get<0>({name}) = true;'),
            ([f'struct {name.title()} {{ bool &f; }} {name}{{{flag}}};'],
             f'{name}.f', f'{name}.f = !{name}.f;'),
            ([f'std::pair<bool, bool &> {name}{{{flag}, {flag}}};'],
             f'{name}.first', f'{name}.second = !{name}.first;'),
            ([], flag, f'{flag} = bool({self.condition(s)});'),
            ([], flag, f'{flag} ^= bool({self.condition(s)});'),
            ([], flag, f'if ({self.condition(s)}) {flag} = !{flag};'),
            ([], flag, f'for (bool *p : {{&{flag}}}) *p = !*p;'),
            ([], flag, f'try {{ {flag} = !{flag}; toggle_global(); }} '
             f'catch (...) {{ {flag} = true; }}'),
        ]
        return self.rng.choice(ways)

    def correlated(self, s, depth):
        """Asked, changed under this or another name, and asked again."""
        lines = []
        if not self.bool_lvalues(s) or self.chance(0.5):
            flag = self.new_bool(s)
            lines.append(f'bool {flag} = bool({self.condition(s)});')
        else:
            flag = self.rng.choice(self.bool_lvalues(s))
        before, other, change = self.changes_of(s, flag)
        source, v = self.rng.choice(self.full(s)), self.fresh('v')
        s.tensors[v] = self.rank
        i, j = self.axes(self.rank)
        ask, again = (self.rng.choice([flag, other, f'!{other}'])
                      for _ in range(2))
        lines += [*before, f'at::Tensor {v} = {source}.contiguous();',
                  f'if ({ask})', f'  {v} = {v}.transpose({i}, {j});']
        lines += [change] if self.chance(0.7) else \
            [f'if ({self.condition(s)})', f'  {change}']
        if self.chance(0.2):
            lines += self.set_flag(s, depth)
        return lines + [f'if ({again})', f'  (AT {v}.reshape({{-1}}));']
