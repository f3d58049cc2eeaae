/** Inputs for a job's options, one by one of the kind that its type asks for. */
import { h } from '../lib/dom.mjs';

/** `element` for the dialog; `read()` gives what is to be sent: nothing for what was left as it is. */
export function optionInputs(options) {
  const inputs = options.map((option) => ({ option, ...INPUTS[option.type](option) }));
  return {
    element: inputs.map(({ option, field, hint }) =>
      h(
        'label',
        { class: option.type === 'bool' ? 'check' : undefined },
        `${option.label ?? option.name}${option.required ? ' *' : ''}`,
        field,
        hint ? h('span', { class: 'dim' }, hint) : null,
      ),
    ),
    read: () =>
      Object.fromEntries(
        inputs.map(({ option, read }) => [option.name, read()]).filter(([, value]) => value !== undefined),
      ),
  };
}

/** What must be given: an option that is required and has no default. */
const isNeeded = ({ required, default: preset }) => required === true && preset === undefined;

function boolInput(option) {
  const field = h('input', { type: 'checkbox' });
  field.checked = option.default === true;
  return { field, read: () => field.checked };
}

function stringInput(option) {
  const field = h('input', { type: 'text', required: isNeeded(option) });
  field.value = option.default ?? '';
  return { field, read: () => (field.value === (option.default ?? '') ? undefined : field.value) };
}

let lists = 0;

/** A text with suggestions where other values are allowed, a choice where they are not. */
function selectInput(option) {
  if (option.allowCustom) {
    const id = `values-${++lists}`;
    const own = h('input', { type: 'text', required: isNeeded(option) });
    own.setAttribute('list', id);
    own.value = option.default ?? '';
    const offered = option.values.map((value) => h('option', { value }));
    return {
      field: h('span', {}, own, h('datalist', { id }, offered)),
      read: () => (own.value === (option.default ?? '') ? undefined : own.value),
    };
  }
  const offered = option.values.map((value) => h('option', { value }, value));
  const field = h(
    'select',
    { required: isNeeded(option) },
    option.required ? null : h('option', { value: '' }, '–'),
    offered,
  );
  field.value = option.default ?? (option.required ? option.values[0] : '');
  return { field, read: () => (field.value === (option.default ?? '') ? undefined : field.value) };
}

function multiInput(option) {
  const chosen = option.default ?? [];
  if (option.allowCustom) {
    const field = h('textarea', { rows: 4, spellcheck: false, required: isNeeded(option) });
    field.value = chosen.join('\n');
    const read = () => field.value.split('\n').filter((line) => line !== '');
    return { field, read, hint: `One value a line, such as ${option.values.slice(0, 3).join(', ')}.` };
  }
  const field = h(
    'select',
    { multiple: true, size: Math.min(option.values.length, 6), required: isNeeded(option) },
    option.values.map((value) => h('option', { value, selected: chosen.includes(value) }, value)),
  );
  return { field, read: () => [...field.selectedOptions].map(({ value }) => value) };
}

function dateInput(option) {
  const field = h('input', { type: 'datetime-local', step: 1, required: isNeeded(option) });
  const read = () => (field.value === '' ? undefined : withOffset(field.value));
  return {
    field,
    read,
    hint: option.default ? `${option.default} unless given.` : 'In the time zone of this browser.',
  };
}

/** A wall-clock time of this browser in RFC 3339. */
function withOffset(wall) {
  const minutes = -new Date(wall).getTimezoneOffset();
  const two = (value) => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  const time = wall.length === 'YYYY-MM-DDTHH:mm'.length ? `${wall}:00` : wall;
  return `${time}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

function numberInput(option) {
  const { min, max, integer } = option;
  const field = h('input', { type: 'number', min, max, step: integer ? 1 : 'any', required: isNeeded(option) });
  if (option.default !== undefined) field.value = String(option.default);
  return { field, read: () => (field.value === '' ? undefined : Number(field.value)) };
}

function secretInput(option) {
  const field = h('input', { type: 'password', autocomplete: 'off', required: isNeeded(option) });
  return {
    field,
    read: () => (field.value === '' ? undefined : field.value),
    hint: option.default === undefined ? null : 'The one that is kept with the job, unless given.',
  };
}

const INPUTS = {
  bool: boolInput,
  string: stringInput,
  select: selectInput,
  multi: multiInput,
  date: dateInput,
  number: numberInput,
  secret: secretInput,
};
