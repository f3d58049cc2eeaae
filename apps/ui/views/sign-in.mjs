import { get, session } from '../lib/api.mjs';
import { fill, h } from '../lib/dom.mjs';
import { problemList } from '../lib/parts.mjs';

/** What is said when the issuer's answer was not taken. */
const PROBLEMS = {
  FORBIDDEN: 'You are known, but have no role in any tenant.',
  UNAVAILABLE: 'The service that knows you does not answer. Try again soon.',
};
const OTHER_PROBLEM = 'You could not be signed in. Try again.';

export function signInPage({ done, methods, problem }) {
  const token = h('input', { type: 'password', name: 'token', required: true, autocomplete: 'current-password' });
  const remember = h('input', { type: 'checkbox', name: 'remember' });
  const problems = h('div', {});
  const submit = h('button', { type: 'submit', class: 'primary' }, 'Sign in');
  const onsubmit = async (event) => {
    event.preventDefault();
    submit.disabled = true;
    session.end();
    session.begin(token.value.trim(), remember.checked);
    try {
      await get('me');
      await done();
    } catch (error) {
      const text = error.status === 401 ? 'This token is not valid, or it has expired.' : error.message;
      fill(document.querySelector('.sign-in .problems') ?? problems, problemList({ message: text }));
    } finally {
      submit.disabled = false;
    }
  };
  problems.className = 'problems';
  if (problem !== null) fill(problems, problemList({ message: PROBLEMS[problem] ?? OTHER_PROBLEM }));
  return h(
    'section',
    { class: 'sign-in card' },
    h('h1', {}, 'Sign in'),
    ...(methods.issuer ? [h('p', {}, h('a', { class: 'button primary', href: 'sign-in' }, 'With your account'))] : []),
    h(
      'p',
      { class: 'dim' },
      `${methods.issuer ? 'Or with' : 'With'} a token that an owner or administrator made for you.`,
    ),
    h(
      'form',
      { onsubmit },
      h('label', {}, 'Token', token),
      h('label', { class: 'check' }, remember, 'Stay signed in on this device'),
      problems,
      submit,
    ),
  );
}
