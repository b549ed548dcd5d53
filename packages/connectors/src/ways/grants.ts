/** A refresh token, and what came with it. */
export interface Renewed {
  accessToken: string
  /** In milliseconds since 1970. */
  endsAt: number
  /** Replaces the one that was used; absent if that may be used again. */
  refreshToken?: string
}

/** The refresh tokens of credentials to which a person has signed in. */
export interface Grants {
  /**
   * Asks for a token with the refresh token on record. Only one asks at a time, in whatever process, and a new refresh
   * token is on record before anyone gets the access token: most services accept each only once. Throws a problem if a
   * person has to sign in first.
   */
  renew: (place: GrantPlace, ask: (refreshToken: string) => Promise<Renewed>) => Promise<Renewed>
}

/** Whose refresh token it is. */
export interface GrantPlace {
  firmId: number
  credentialId: string
}
