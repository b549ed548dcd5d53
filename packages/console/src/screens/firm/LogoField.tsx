import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { readLogo, removeLogo, replaceLogo } from '@courtcrier/contract/calls/firm-look.ts'
import { addressOf, ask } from '../../session/ask.ts'
import { loadFirm, useFirm } from '../../session/firm.ts'
import { notifyFailure } from '../../session/notify-failure.ts'
import { initialsOf } from '../../shell/initials.ts'
import { notify } from '../../ui/notices.ts'
import classes from './firm.module.css'

/** Logos are PNG and smaller than this (specification, section 5). */
const mostBytes = 1_000_000

export function LogoField({ canChange }: { canChange: boolean }) {
  const { t } = useTranslation()
  const { name, hasLogo, updatedAt } = useFirm()
  const address = addressOf(readLogo, { query: { version: updatedAt } })
  return (
    <div className={classes.logo}>
      <figure>
        {hasLogo ? (
          <img src={address} alt={t('firm.logo')} width={400} height={400} />
        ) : (
          <span className={classes.noLogo} aria-hidden>
            {initialsOf(name ?? '')}
          </span>
        )}
        <figcaption>{t(hasLogo ? 'firm.logoNow' : 'firm.logoNone')}</figcaption>
      </figure>
      {canChange && <LogoButtons hasLogo={hasLogo === true} />}
    </div>
  )
}

function LogoButtons({ hasLogo }: { hasLogo: boolean }) {
  const { t } = useTranslation()
  const upload = useLogoChange('firm.logoSaved', async (file: File) => {
    const content = new Uint8Array(await file.arrayBuffer())
    await ask(replaceLogo, {}, { file: { type: 'image/png', content } })
  })
  const remove = useLogoChange('firm.logoRemoved', () => ask(removeLogo, {}))
  const reset = useRef<() => void>(null)
  const choose = (file: File | null) => {
    // So that the same file can be chosen again after it was changed.
    reset.current?.()
    if (!file) return
    if (file.type === 'image/png' && file.size < mostBytes) upload.mutate(file)
    else notify({ color: 'error', text: 'firm.logoWrong' })
  }
  return (
    <div className={classes.logoButtons}>
      <FileButton accept="image/png" resetRef={reset} onChange={choose}>
        {(props) => (
          <Button {...props} variant="default" loading={upload.isPending}>
            {t('firm.logoChoose')}
          </Button>
        )}
      </FileButton>
      {hasLogo && (
        <Button variant="subtle" color="gray" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
          {t('firm.logoRemove')}
        </Button>
      )}
      <small>{t('firm.logoHelp')}</small>
    </div>
  )
}

/** Applies a logo change to the whole console. */
function useLogoChange<Input>(done: string, change: (input: Input) => Promise<unknown>) {
  return useMutation({
    mutationFn: async (input: Input) => {
      await change(input)
      await loadFirm()
    },
    onSuccess: () => notify({ color: 'success', text: done }),
    onError: notifyFailure,
  })
}
