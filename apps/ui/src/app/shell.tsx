/** The frame of every page: navigation, state of the live connection, search, zone, colours, and the signed-in person. */
import { useCallback, useEffect, useRef, useState, type ComponentType, type ReactElement } from 'react';
import { ActionIcon, Burger, Button, Kbd, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useRights } from '../api/client.js';
import { useFreshness } from '../api/freshness.js';
import { useAnswers } from '../api/pulse.js';
import { incidentsOpen } from '../api/questions.js';
import { addressOf, signOut } from '../api/session.js';
import { openIncidents, showInIcon } from '../parts/alert-count.js';
import { DialogOutlet } from '../parts/dialog-outlet.js';
import { Bell, Icon } from '../parts/icons.js';
import { LOCAL_ZONE } from '../parts/local-zone.js';
import { numberText } from '../parts/time-text.js';
import { chooseZone, useZone } from '../parts/time.js';
import { refused } from '../parts/toasts.js';
import { part } from './part.js';
import { PLACES, type Place } from './places.js';
import { returnToPlace } from './return-place.js';
import { listenForShortcuts } from './shortcuts.js';

const loadPalette = part(() => import('./palette.js'));
const loadHelp = part(() => import('./shortcut-help.js'));

/** Pages are shown first. */
const OVERLAYS_AFTER_MS = 3_000;

const PlaceLink = ({ place: { to, icon, label } }: { readonly place: Place }): ReactElement => (
  <Link to={to} className="nav-link" activeOptions={{ exact: to === '/', includeSearch: false }}>
    {icon && <Icon name={icon} />}
    {label}
    {to === '/incidents' && <OpenCount />}
  </Link>
);

function OpenCount(): ReactElement | null {
  const open = openIncidents.use();
  if (open === '') return null;
  return (
    <span className="nav-count num">
      {open}
      <span className="hidden-text"> open</span>
    </span>
  );
}

/** Shows the number of open incidents in the navigation, and in the title and the icon of the tab. */
function useOpenIncidents(): void {
  const { data } = useQuery(incidentsOpen());
  const total = data?.total;
  const open = total === undefined || total.count === 0 ? '' : `${numberText(total.count)}${total.exact ? '' : '+'}`;
  useEffect(() => {
    openIncidents.set(open);
    showInIcon(open);
  }, [open]);
}

function Navigation(): ReactElement {
  const { may } = useRights();
  const links = (isAdministration: boolean): ReactElement[] =>
    PLACES.filter(({ role, icon }) => icon && (role !== undefined) === isAdministration && may(role ?? 'viewer')).map(
      (place) => <PlaceLink key={place.to} place={place} />,
    );
  return (
    <nav aria-label="Main">
      {links(false)}
      <div className="nav-group">Administration</div>
      {links(true)}
    </nav>
  );
}

function Appearance(): ReactElement {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={`Use the ${other} theme`}
      onClick={() => {
        setColorScheme(other);
      }}
    >
      <Icon name={scheme === 'dark' ? 'sun' : 'moon'} />
    </ActionIcon>
  );
}

function ZoneMenu(): ReactElement {
  const zone = useZone();
  const zones = [...new Set([LOCAL_ZONE, 'UTC'])];
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Icon name="globe" />}
          aria-label={`Times are shown in ${zone}`}
        >
          <span className="zone-name">{zone}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Show times in</Menu.Label>
        {zones.map((each) => (
          <Menu.Item
            key={each}
            onClick={() => {
              chooseZone(each);
            }}
          >
            {each}
            {each === LOCAL_ZONE ? ' (this browser)' : ''}
            {each === zone ? ' ✓' : ''}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function CallerMenu(): ReactElement {
  const { caller } = useRights();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Signed in as ${caller.name}`}>
          <Icon name="user" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{caller.name}</Menu.Label>
        {caller.roles.map(({ tenant, role }) => (
          <Menu.Label key={`${tenant} ${role}`}>
            {role} in {tenant === '*' ? 'every tenant' : tenant}
          </Menu.Label>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href={addressOf('docs/').href}>
          API reference
        </Menu.Item>
        <Menu.Item
          onClick={() => {
            void signOut().then(() => {
              location.reload();
            });
          }}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Shows a problem of the connection: nothing else on the page would show it. */
function Connection({ connected }: { readonly connected: boolean }): ReactElement {
  const answers = useAnswers();
  return (
    <div role="status" aria-live="assertive">
      {!answers && <div className="banner">Carillon does not answer. The page may be out of date. Trying again…</div>}
      {answers && !connected && <div className="banner">Live updates are interrupted. Connecting again…</div>}
    </div>
  );
}

type OverlayType = ComponentType<{ readonly onClose: () => void }>;
type LoadOverlay = () => Promise<{ readonly default: OverlayType }>;

interface Overlay {
  /** While it is open. */
  readonly Current: OverlayType | null;
  readonly open: () => void;
  readonly close: () => void;
}

/** It is loaded once the page has nothing else to do, so that it also opens while the server does not answer. */
function useOverlay(load: LoadOverlay): Overlay {
  const [Current, setCurrent] = useState<OverlayType | null>(null);
  useEffect(() => {
    const early = setTimeout(() => void load().catch(() => undefined), OVERLAYS_AFTER_MS);
    return () => {
      clearTimeout(early);
    };
  }, [load]);
  const open = useCallback(() => {
    load().then(({ default: Loaded }) => {
      setCurrent(() => Loaded);
    }, refused);
  }, [load]);
  const close = useCallback(() => {
    setCurrent(null);
  }, []);
  return { Current, open, close };
}

export function Shell(): ReactElement {
  const connected = useFreshness();
  const answers = useAnswers();
  useOpenIncidents();
  const [open, setOpen] = useState(false);
  const palette = useOverlay(loadPalette);
  const help = useOverlay(loadHelp);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(returnToPlace, []);
  useEffect(() => {
    setOpen(false);
  }, [pathname]);
  const navigate = useNavigate();
  useEffect(
    () =>
      listenForShortcuts({
        go: (href) => void navigate({ href }),
        search: palette.open,
        help: help.open,
      }),
    [navigate, palette.open, help.open],
  );
  return (
    <div className="shell">
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <header className="top">
        <Burger
          opened={open}
          onClick={() => {
            setOpen(!open);
          }}
          hiddenFrom="sm"
          size="sm"
          aria-label="Navigation"
        />
        <Link to="/" className="brand" aria-label="Carillon: go to the overview">
          <Bell />
          Carillon
        </Link>
        <span className="live" data-on={connected && answers} role="status">
          {connected && answers ? 'Live' : 'Offline'}
        </span>
        <div className="top-end">
          <Button
            color="gray"
            leftSection={<Icon name="search" size={14} />}
            onClick={palette.open}
            aria-label="Search Ctrl K"
          >
            <span className="search-name">
              Search <Kbd size="xs">Ctrl K</Kbd>
            </span>
          </Button>
          <ZoneMenu />
          <Appearance />
          <CallerMenu />
        </div>
      </header>
      <div className="side" data-open={open}>
        <Navigation />
      </div>
      <main ref={main} id="main" tabIndex={-1}>
        <Connection connected={connected} />
        <Outlet />
        <DialogOutlet />
        {palette.Current !== null && <palette.Current onClose={palette.close} />}
        {help.Current !== null && <help.Current onClose={help.close} />}
      </main>
    </div>
  );
}
