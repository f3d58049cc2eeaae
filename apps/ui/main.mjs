/** Starts the page: signs in, then shows what the address names. */
import { get, session, signInMethods, signOut, whenSignedOut } from './lib/api.mjs';
import { byId, fill, h } from './lib/dom.mjs';
import { startLive, stopLive } from './lib/live.mjs';
import { problemList } from './lib/parts.mjs';
import { editJobPage, newJobPage } from './views/edit-job.mjs';
import { jobPage } from './views/job.mjs';
import { jobsPage } from './views/jobs.mjs';
import { runPage } from './views/run.mjs';
import { runsPage } from './views/runs.mjs';
import { signInPage } from './views/sign-in.mjs';
import { workersPage } from './views/workers.mjs';

/** The first that fits counts; groups of the pattern are handed to the page. */
const PAGES = [
  [/^\/jobs$/, jobsPage],
  [/^\/jobs\/new$/, newJobPage],
  [/^\/jobs\/([^/]+)\/edit$/, editJobPage],
  [/^\/jobs\/([^/]+)$/, jobPage],
  [/^\/runs$/, runsPage],
  [/^\/runs\/([^/]+)$/, runPage],
  [/^\/workers$/, workersPage],
];

const methods = await signInMethods();
let leaving = new AbortController();

async function show() {
  const [path, query = ''] = location.hash.replace(/^#/, '').split('?');
  if (path !== '' && !path.startsWith('/')) return;
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const found = PAGES.map(([pattern, page]) => ({ match: pattern.exec(path), page })).find(({ match }) => match);
  if (!found) {
    location.replace('#/jobs');
    return;
  }
  markPlace(path);
  const main = byId('main');
  main.setAttribute('aria-busy', 'true');
  try {
    const content = await found.page({
      args: found.match.slice(1).map(decodeURIComponent),
      query: new URLSearchParams(query),
      signal,
    });
    if (!signal.aborted) fill(main, content);
  } catch (error) {
    if (signal.aborted) return;
    fill(main, h('h1', {}, 'This cannot be shown'), problemList(error));
  }
  main.removeAttribute('aria-busy');
  document.title = `${main.querySelector('h1')?.textContent ?? 'Carillon'} · Carillon`;
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

function markPlace(path) {
  for (const link of document.querySelectorAll('#nav a')) {
    const here = path.startsWith(link.getAttribute('href').slice(1));
    if (here) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

async function begin() {
  const me = await get('me');
  byId('who').textContent = me.name;
  byId('nav').hidden = byId('session').hidden = false;
  startLive();
  addEventListener('hashchange', show);
  await show();
}

function signIn() {
  stopLive();
  leaving.abort();
  removeEventListener('hashchange', show);
  byId('nav').hidden = byId('session').hidden = true;
  document.title = 'Sign in · Carillon';
  fill(byId('main'), signInPage({ done: begin, methods, problem: takeProblem() }));
  byId('main').querySelector('input')?.focus();
}

/** Why the issuer's answer was not taken; said once. */
function takeProblem() {
  const address = new URL(location.href);
  const problem = address.searchParams.get('sign-in');
  address.searchParams.delete('sign-in');
  if (problem !== null) history.replaceState(null, '', address);
  return problem;
}

whenSignedOut(() => {
  session.end();
  signIn();
});
byId('sign-out').addEventListener('click', async () => {
  await signOut();
  signIn();
});
document.querySelector('[data-skip]').addEventListener('click', (event) => {
  event.preventDefault();
  byId('main').focus();
});

// With a token, or with the cookie of a sign-in, which cannot be seen from here.
begin().catch((error) => {
  if (error.status !== 401) fill(byId('main'), h('h1', {}, 'Carillon cannot be reached'), problemList(error));
});
