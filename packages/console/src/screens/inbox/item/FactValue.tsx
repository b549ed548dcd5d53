import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './NoticeFacts.module.css'
import type { Lighting } from './use-lit-evidence.ts'

interface FactValueProps {
  /** Its place among the evidence; without one there is nothing to light. */
  place?: number
  lighting: Lighting
  isBlock?: boolean
  children: ReactNode
}

/** A value with its evidence: pointing at it lights the place in the mail, pressing it goes there. */
export function FactValue({ place, lighting, isBlock, children }: FactValueProps) {
  const { t } = useTranslation()
  if (place === undefined) return <span>{children}</span>
  const light = () => lighting.setLit(place)
  const unlight = () => lighting.setLit(undefined)
  return (
    <button
      type="button"
      className={classes.value}
      title={t('inbox.facts.evidence')}
      data-block={isBlock || undefined}
      data-lit={lighting.lit === place || undefined}
      onMouseEnter={light}
      onMouseLeave={unlight}
      onFocus={light}
      onBlur={unlight}
      onClick={() => lighting.ask(place)}
    >
      {children}
    </button>
  )
}
