/** Elements without a framework. Text is always text: nothing here parses HTML. */

/** Makes an element; `props` are properties, `on…` handlers, `aria-…`/`data-…` attributes, and `class`. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.className = value;
    else if (name in element && !name.includes('-')) element[name] = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Puts `children` in place of what is there. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** A short message that goes away by itself; errors stay a little longer. */
export function toast(text, kind = 'info') {
  const note = h('div', { class: `toast ${kind}` }, text);
  byId('toasts').append(note);
  setTimeout(() => note.remove(), kind === 'error' ? 9_000 : 4_000);
}

/** Does `work` while the button says so and cannot be pressed again; shows what went wrong. */
export function busyButton(label, work, props = {}) {
  const button = h('button', {
    type: 'button',
    ...props,
    onclick: async () => {
      button.disabled = true;
      try {
        await work();
      } catch (error) {
        toast(error.message, 'error');
      } finally {
        button.disabled = false;
      }
    },
  });
  button.append(label);
  return button;
}

/** Asks in a dialog; gives the form's values, or null when it was left. */
export function askIn({ title, body = [], confirm = 'OK', danger = false }) {
  return new Promise((resolve) => {
    const form = h(
      'form',
      { method: 'dialog' },
      h('h2', { id: 'dialog-title' }, title),
      body,
      h(
        'div',
        { class: 'actions end' },
        h('button', { type: 'submit', value: 'cancel', formNoValidate: true }, 'Cancel'),
        h('button', { type: 'submit', value: 'ok', class: danger ? 'danger' : 'primary' }, confirm),
      ),
    );
    const dialog = h('dialog', { 'aria-labelledby': 'dialog-title' }, form);
    dialog.addEventListener('close', () => {
      resolve(dialog.returnValue === 'ok' ? Object.fromEntries(new FormData(form)) : null);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector('textarea, input')?.focus();
  });
}

/** A table; `columns` are `{title, cell, class?}`; cells are labelled so that rows become cards on a phone. */
export function table(columns, rows, { empty = 'Nothing here.', caption } = {}) {
  const body = h(
    'tbody',
    {},
    rows.map((row) => tableRow(columns, row)),
  );
  return h(
    'div',
    { class: 'table-frame' },
    h(
      'table',
      {},
      caption ? h('caption', { class: 'hidden-text' }, caption) : null,
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          columns.map((column) => h('th', { scope: 'col', class: column.class }, column.title)),
        ),
      ),
      body,
    ),
    h('p', { class: 'empty' }, empty),
  );
}

export function tableRow(columns, row) {
  return h(
    'tr',
    { 'data-id': row.id ?? '' },
    columns.map((column) => h('td', { class: column.class, 'data-label': column.title }, column.cell(row))),
  );
}
