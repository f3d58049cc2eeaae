import { MAX_HOSTS_VARIABLE_BYTES } from '../domain/limits.js';
import { hostFiles, hostLists, hostVariables, sshConfig } from './hosts.js';

const lists = hostLists(
  [
    { name: 'parameter-server', indexes: 1 },
    { name: 'worker', indexes: 2 },
  ],
  (task, index) => `${task}-${index}.site`,
);

test('each task has its hosts and their number as variables, whose names contain no dash', () => {
  expect(hostVariables(lists)).toEqual({
    VC_PARAMETER_SERVER_HOSTS: 'parameter-server-0.site',
    VC_PARAMETER_SERVER_NUM: '1',
    VC_WORKER_HOSTS: 'worker-0.site,worker-1.site',
    VC_WORKER_NUM: '2',
  });
});

test('a list that is too long for a variable is only in its file', () => {
  const count = MAX_HOSTS_VARIABLE_BYTES / 8;
  const many = hostLists([{ name: 'w', indexes: count }], () => 'a-host-x');
  expect(Object.keys(hostVariables(many))).toEqual(['VC_W_NUM']);
  expect(hostFiles(many)['w.host']?.split('\n')).toHaveLength(count + 1);
});

test('SSH is given a host by the first label of its name; addresses stay whole', () => {
  const config = sshConfig(new Map([['w', ['w-0.site', '10.0.0.7', 'w-0.site']]]), { port: 2222, keyFile: '/k' });
  expect(config.match(/^Host .*$/gm)).toEqual(['Host w-0', 'Host 10.0.0.7']);
  expect(config).toMatch(/IdentityFile \/k\nPort 2222\nHost w-0\n {2}HostName w-0\.site\n/);
});
