/** Examples of the OpenAPI document; a test holds them against the schemas. */

export const newJobExample = {
  tenant: 'ibm',
  name: 'Required Learning CSV upload',
  worker: 'requiredlearningcsv',
  cron: '0 10 * * *',
  parameters: { delimiter: ';' },
};

export const jobExample = {
  id: 'c33d29933ce131e4b0e97da5',
  version: 3,
  ...newJobExample,
  labels: {},
  enabled: true,
  owners: [],
  secureParameters: {},
  httpHeaders: {},
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
  updatedBy: 'ada',
  paused: null,
  status: {
    nextSlot: '2026-12-01T10:00:00.000Z',
    lastSlot: '2026-11-30T10:00:00.000Z',
    lastSuccessStart: '2026-11-30T10:00:00.412Z',
    lastSuccessFinish: '2026-11-30T10:00:21.844Z',
    activeRuns: 0,
    queuedRuns: 0,
  },
};

export const slotsExample = {
  slots: [
    { nominal: '2026-12-01T09:00:00.000Z', effective: '2026-12-01T09:00:00.000Z', flags: [] },
    { nominal: '2026-12-02T09:00:00.000Z', effective: '2026-12-02T09:00:00.000Z', flags: [] },
  ],
};
