/** The state in which a replica last found a provider of secrets. */
export interface ProviderTrouble {
  readonly provider: string;
  readonly kind: string;
  /** Null: secrets could be read. */
  readonly trouble: string | null;
}
