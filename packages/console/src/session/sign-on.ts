import { useEffect, useState } from 'react'
import { timedFetch } from './timed-fetch.ts'

/** An identity provider that the firm's users can sign in by. */
export interface SignOnProvider {
  id: string
  name: string
}

/** Returns the firm's identity providers in use; undefined until they are known. */
export function useSignOnProviders(): readonly SignOnProvider[] | undefined {
  const [providers, setProviders] = useState<readonly SignOnProvider[]>()
  useEffect(() => {
    let isShown = true
    void readProviders().then((found) => isShown && setProviders(found))
    return () => {
      isShown = false
    }
  }, [])
  return providers
}

async function readProviders(): Promise<readonly SignOnProvider[]> {
  try {
    const response = await timedFetch('/api/v1/sso/providers', { headers: { accept: 'application/json' } })
    if (!response.ok) return []
    const { providers } = (await response.json()) as { providers: readonly SignOnProvider[] }
    return providers
  } catch (cause) {
    // The password form is there without them.
    console.warn('The identity providers could not be asked for.', cause)
    return []
  }
}

/** Returns the address that leads to the provider, and back to a page of the console. */
export function signOnAddress({ id }: SignOnProvider, from: string | undefined): string {
  const query = new URLSearchParams({
    ...(from ? { return_to: from } : {}),
    ...(isNewLoginWanted ? { fresh: 'true' } : {}),
  })
  return `/api/v1/sso/${encodeURIComponent(id)}/start${query.size > 0 ? `?${query}` : ''}`
}

/** Has the next sign-in by a provider demand a new login there: the session it still has shows nothing. */
export function wantNewLogin(): void {
  isNewLoginWanted = true
}

let isNewLoginWanted = false
