import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { collectSession, hasSignedOut } from '../../session/sign-in.ts'
import { type SignOnProvider, signOnAddress } from '../../session/sign-on.ts'
import { useAction } from '../../ui/use-action.ts'
import classes from './login.module.css'

interface LoginSearch {
  from?: string
  /** The sign-in that the provider sent the browser back from. */
  sso?: string
}

/** Finishes the sign-in that a provider sent the browser back from, if any. The route's guard then opens the page. */
export function useReturnedSignOn() {
  const { sso }: LoginSearch = useSearch({ strict: false })
  const { run, isBusy, failure } = useAction(collectSession)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sign-in is collected once
  useEffect(() => {
    if (sso !== undefined) void run(String(sso))
  }, [sso])
  return { hasReturned: sso !== undefined, isBusy, failure }
}

interface SignOnButtonsProps {
  providers: readonly SignOnProvider[]
  /** Whether to go to the only provider at once. */
  isDirect: boolean
}

/** Shows a button for each identity provider. */
export function SignOnButtons({ providers, isDirect }: SignOnButtonsProps) {
  const { t } = useTranslation()
  const { from }: LoginSearch = useSearch({ strict: false })
  const [first, ...others] = providers
  // Someone who has just signed out would be signed in again.
  const target = isDirect && first && others.length === 0 && !hasSignedOut() ? signOnAddress(first, from) : undefined
  useEffect(() => {
    if (target !== undefined) window.location.replace(target)
  }, [target])
  return (
    <div className={classes.providers}>
      {providers.map((provider) => (
        <Button
          key={provider.id}
          size="md"
          renderRoot={(props) => <a {...props} href={signOnAddress(provider, from)} />}
        >
          {t('login.by', { name: provider.name })}
        </Button>
      ))}
    </div>
  )
}
