/** The steps of an incident that people are notified of, each at most once. */
export const INCIDENT_STEPS = ['opened', 'escalated', 'resolved'] as const;
export type IncidentStep = (typeof INCIDENT_STEPS)[number];
