/** The last known state of a provider of secrets, by replica. */
export interface ProviderTrouble {
  readonly provider: string;
  readonly kind: string;
  /** Null: secrets could be read. */
  readonly trouble: string | null;
}
