/** What a provider sets of a person: undefined leaves a value as it is, null clears it. */
export interface PersonWish {
  /** The email address, which distinguishes the firm's users. */
  userName?: string | undefined
  externalId?: string | null | undefined
  givenName?: string | null | undefined
  familyName?: string | null | undefined
  formattedName?: string | null | undefined
  displayName?: string | null | undefined
  workEmail?: string | null | undefined
  active?: boolean | undefined
}

/** Returns what is set or cleared. */
export function defined<Wish extends PersonWish>(wish: Wish): Wish {
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)) as Wish
}
