// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows the data that HtmlReport.cpp put into the page. Texts come from probe
// files and debug information: they become text nodes, never markup.

'use strict';

const data = JSON.parse(document.getElementById('data').textContent);

const colours = {
  'layout copy': 'var(--hidden)',
  'other': 'var(--other)',
  'dtype conversion': 'var(--conversion)',
  'device transfer': 'var(--transfer)',
  'broadcast': 'var(--broadcast)',
};
const colourOf = name => colours[name] || 'var(--plain)';

const at = id => document.getElementById(id);

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function drawn(name, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes))
    made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// ------------------------------------------------------------------ totals

function showTotals() {
  const {total} = data;
  const processes =
      data.processes + (data.processes === 1 ? ' process' : ' processes');
  at('run-line').textContent = `${processes}, ${data.wall} wall time`;
  for (const [title, value] of [['copies', total.copies], ['bytes', total.size],
                                ['time', total.time],
                                ['of wall time', total.share]])
    at('totals').append(element('div', {}, element('dt', {}, title),
                                element('dd', {}, String(value))));
}

// ------------------------------------------------------------------- plots

// As wide as there is room, so that texts keep their size on a phone.
const plotWidth = Math.min(600, at('share-by-place').clientWidth || 600);

// One bar: what each class takes of the wall time of all processes. Copies of
// several threads may add up to more than that.
function showShareByClass() {
  const copied = data.classes.reduce((sum, one) => sum + one.ns, 0);
  const whole = Math.max(data.wallNs, copied, 1);
  const svg = drawn('svg', {
    viewBox: `0 0 ${plotWidth} 24`, width: plotWidth, role: 'img',
    'aria-label': `copies take ${data.total.share} of the wall time`,
  });
  svg.append(drawn(
      'rect', {width: plotWidth, height: 24, fill: 'var(--panel)'}));
  let left = 0;
  for (const one of data.classes) {
    const width = plotWidth * one.ns / whole;
    svg.append(drawn(
        'rect', {x: left, width, height: 24, fill: colourOf(one.class)},
        drawn('title', {}, `${one.class}: ${one.time}, ${one.share}`)));
    left += width;
    const swatch = element('span', {class: 'swatch'});
    swatch.style.background = colourOf(one.class);
    at('legend').append(element('li', {}, swatch,
                                `${one.class}: ${one.time}, ${one.share}, ` +
                                    `${one.copies} copies, ${one.size}`));
  }
  at('share-by-class').append(svg);
}

const shortWhere = site => site.place.where.split('/').pop();

// The ten places that take the most time, against the first of them.
function showShareByPlace() {
  const top = [...data.sites].sort((a, b) => b.ns - a.ns).slice(0, 10);
  if (top.length === 0)
    return;
  const most = Math.max(top[0].ns, 1);
  const svg = drawn('svg', {
    viewBox: `0 0 ${plotWidth} ${top.length * 34}`, width: plotWidth,
    role: 'img',
    'aria-label': 'time of the costliest places',
  });
  top.forEach((site, row) => {
    const y = row * 34;
    svg.append(
        drawn('text', {x: 0, y: y + 12},
              `${shortWhere(site)} ${site.operator}: ${site.time}, ` +
                  site.share),
        drawn('rect', {
          x: 0, y: y + 17, height: 10,
          width: Math.max(plotWidth * site.ns / most, 1),
          fill: colourOf(site.class),
        }, drawn('title', {}, site.place.where)));
  });
  at('share-by-place').append(svg);
}

// ---------------------------------------------------------------- pictures

const cellsInRow = 16, cellsShown = 96, side = 20;

// From the first element in reading order to the last.
const shade = (index, count) =>
    `hsl(${215 + 110 * index / Math.max(count - 1, 1)} 60% 42%)`;

function picture(layout) {
  const cells = layout.cells.slice(0, cellsShown);
  const elements = Math.max(...layout.cells.map(cell => cell[0])) + 1;
  const rows = Math.ceil(cells.length / cellsInRow);
  const columns = Math.min(cells.length, cellsInRow);
  const svg = drawn('svg', {
    viewBox: `0 0 ${columns * side} ${rows * side}`, width: columns * side,
    role: 'img', 'aria-label': `memory of ${layout.text}`,
  });
  cells.forEach(([index, times], address) => {
    const x = address % cellsInRow * side;
    const y = Math.floor(address / cellsInRow) * side;
    const box = {x: x + 1, y: y + 1, width: side - 2, height: side - 2};
    if (index < 0) {
      svg.append(drawn('rect', {...box, class: 'skipped'}));
      return;
    }
    svg.append(
        drawn('rect', {
          ...box, fill: shade(index, elements),
          class: times > 1 ? 'element several' : 'element',
        }, drawn('title', {}, times > 1 ? `${times} elements` : `${index}`)),
        drawn('text', {x: x + side / 2, y: y + 13}, String(index)));
  });
  return svg;
}

function layoutFigure(title, layout) {
  const figure = element('figure', {}, element(
      'figcaption', {}, element('strong', {}, title), ' ',
      element('span', {class: 'mono'}, layout.text)));
  if (layout.cells.length !== 0)
    figure.append(picture(layout));
  figure.append(element('div', {class: 'note'}, layout.note));
  if (layout.cells.length > cellsShown)
    figure.append(element('div', {class: 'note'}, 'the picture ends early'));
  if (!layout.toScale && layout.cells.length !== 0)
    figure.append(element('div', {class: 'note'},
                          'not to scale: long axes and gaps are cut'));
  return figure;
}

// ---------------------------------------------------------------- findings

// The page of `confirm` has them, that of `report` has not.
function showFindings() {
  if (!data.findings)
    return;
  at('findings').hidden = false;
  at('summary').textContent = data.summary;
  const list = document.querySelector('#findings ul');
  for (const finding of data.findings)
    list.append(element('li', {'data-verdict': finding.verdict},
                        finding.line));
}

// ------------------------------------------------------------------- table

const numbers = [
  {title: 'Time', key: site => site.ns, text: site => site.time},
  {title: 'Of wall', key: site => site.ns, text: site => site.share},
  {title: 'Copies', key: site => site.copies, text: site => site.copies},
  {title: 'Bytes', key: site => site.bytes, text: site => site.size},
  {title: 'Mean', key: site => site.ns / Math.max(site.copies, 1),
   text: site => site.mean},
  {title: 'GB/s', key: site => Number(site.speed) || 0,
   text: site => site.speed},
  {title: 'Repeats', key: site => site.repeats, text: site => site.repeats},
];
// Only a run that watched memory knows this.
if (data.memoryPeak !== 0)
  numbers.push({title: 'Held', key: site => site.held,
                text: site => site.heldSize});
if (data.countsMemory)
  numbers.push({title: 'Churn', key: site => site.churn,
                text: site => site.churnSize});
const columns = [
  ...numbers,
  {title: 'Class', key: site => site.class, text: site => site.class},
  {title: 'Origin', key: site => site.origin, text: site => site.origin},
  {title: 'Operator', key: site => site.operator, text: site => site.operator},
  {title: 'Where', key: site => site.place.where,
   text: site => site.place.where},
];
if (data.findings)
  columns.splice(columns.length - 1, 0, {
    title: 'Verdict', key: site => site.verdict, text: site => site.verdict,
  });
const isNumber = column => numbers.includes(column);

const order = {column: null, descending: true};

function frameItem(frame) {
  const item = element('li', {}, element('code', {}, frame.where));
  if (frame.function)
    item.append(' in ', frame.function);
  item.append(sourceLine(frame));
  return item;
}

function sourceLine(frame) {
  if (frame.source)
    return element('div', {class: 'mono source'}, frame.source);
  return element('div', {class: 'note'}, `no source: ${frame.why || 'empty'}`);
}

function detailsOf(site) {
  const cell = element('td', {colspan: columns.length});
  if (!site.place.source)
    cell.append(sourceLine(site.place));
  if (site.tailCall)
    cell.append(element('div', {class: 'note'},
                        `the copy is below this line: ${site.tailCall}`));
  if (site.backward)
    cell.append(element('div', {class: 'note'}, site.backward));
  if (site.calls.length !== 0)
    cell.append('called from', element('ol', {}, ...site.calls.map(frameItem)));
  if (site.otherStacks !== 0)
    cell.append(element('div', {class: 'note'},
                        `and by ${site.otherStacks} other stacks`));
  if (site.repeatsNote)
    cell.append(element('div', {class: 'note'}, site.repeatsNote));
  if (site.churnNote)
    cell.append(element('div', {class: 'note'}, site.churnNote));
  for (const line of site.gpu)
    cell.append(element('div', {class: 'note'}, line));
  if (site.madeStrided)
    cell.append(element('div', {class: 'note'}, site.madeStrided));
  if (site.spread)
    cell.append(element('div', {class: 'note'}, site.spread));
  cell.append(element('div', {class: 'layouts'},
                      layoutFigure('from', site.before),
                      layoutFigure('to', site.after)));
  cell.append(element('div', {class: 'note'},
                      'Squares are memory, numbers the order in which a loop ' +
                          'over the indices reads it; dashed is skipped.'));
  return element('tr', {class: 'details'}, cell);
}

function cellOf(site, column) {
  const attributes = {'data-title': column.title};
  if (isNumber(column))
    attributes.class = 'number';
  if (column.title !== 'Where')
    return element('td', attributes, String(column.text(site)));
  const button =
      element('button', {type: 'button', 'aria-expanded': 'false'},
              site.place.where);
  button.addEventListener('click', () => {
    const open = button.getAttribute('aria-expanded') === 'true';
    button.setAttribute('aria-expanded', String(!open));
    const row = button.closest('tr');
    if (open)
      row.nextElementSibling.remove();
    else
      row.after(detailsOf(site));
  });
  const cell = element('td', {...attributes, class: 'where'}, button);
  if (site.place.function)
    cell.append(element('div', {class: 'function'}, site.place.function));
  if (site.place.source)
    cell.append(element('div', {class: 'mono source'}, site.place.source));
  return cell;
}

const searched = site => [site.place.where, site.place.function, site.operator,
                          site.class, site.origin, site.backward,
                          site.verdict].join('\n').toLowerCase();

function isShown(site) {
  const words = at('filter').value.toLowerCase().split(/\s+/);
  const kind = at('class-filter').value;
  const found = searched(site);
  return (kind === '' || kind === site.class) &&
      words.every(word => found.includes(word));
}

function inOrder(sites) {
  const sign = order.descending ? -1 : 1;
  const {key} = order.column;
  return [...sites].sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    return left === right ? 0 : left < right ? -sign : sign;
  });
}

function showRows() {
  const sites = inOrder(data.sites.filter(isShown));
  const body = document.querySelector('#places tbody');
  body.replaceChildren(...sites.map(
      site => element('tr', {},
                      ...columns.map(column => cellOf(site, column)))));
  let shown = `${sites.length} of ${data.sites.length} places`;
  if (data.leftOut !== 0)
    shown += `, ${data.leftOut} more left out by --top`;
  at('shown').textContent = data.whyNoSites ?
      `no copy was recorded: ${data.whyNoSites}` : shown;
}

function sortBy(column, descending) {
  order.column = column;
  order.descending = descending;
  document.querySelectorAll('#places th').forEach((head, i) => {
    if (columns[i] === column)
      head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    else
      head.removeAttribute('aria-sort');
  });
  at('sort').value = String(columns.indexOf(column));
  showRows();
}

function showTable() {
  const head = document.querySelector('#places thead tr');
  columns.forEach((column, i) => {
    const button = element('button', {type: 'button'}, column.title);
    button.addEventListener('click', () => sortBy(
        column, order.column === column ? !order.descending
                                        : isNumber(column)));
    head.append(element('th', {
      scope: 'col', class: isNumber(column) ? 'number' : 'text',
    }, button));
    at('sort').append(element('option', {value: String(i)}, column.title));
  });
  for (const one of data.classes)
    at('class-filter').append(element('option', {value: one.class}, one.class));
  at('filter').addEventListener('input', showRows);
  at('class-filter').addEventListener('change', showRows);
  at('sort').addEventListener('change', () => {
    const column = columns[Number(at('sort').value)];
    sortBy(column, isNumber(column));
  });
  at('speed-note').textContent = data.speedNote;
  sortBy(columns.find(column => column.title === data.sortedBy) || columns[0],
         true);
}

showTotals();
showShareByClass();
showShareByPlace();
showFindings();
showTable();
at('run').textContent = data.run;
