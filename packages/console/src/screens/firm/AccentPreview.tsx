import { contrastRatio, type Hex, sanitiseColour } from '@courtcrier/contract/theme/contrast.ts'
import {
  type FirmColours,
  firmColours,
  nearestReadable,
  type Scheme,
  textContrast,
  textRatio,
} from '@courtcrier/contract/theme/firm-colours.ts'
import { grounds } from '@courtcrier/contract/theme/grounds.ts'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/format-number.ts'
import { useLook } from '../../ui/theme/look.ts'
import classes from './firm.module.css'

interface AccentPreviewProps {
  /** What the colour is called. */
  label: string
  colour: unknown
  /** Takes another colour in its place; absent for who may not change it. */
  onTake?: ((colour: Hex) => void) | undefined
}

/** What becomes of a colour in light and dark, with the contrast it reaches, while it is chosen. */
export function AccentPreview({ label, colour, onTake }: AccentPreviewProps) {
  const { t } = useTranslation()
  if (colour === null || colour === undefined || colour === '') return null
  return (
    <figure className={classes.preview}>
      <figcaption>{t('firm.accentOf', { label })}</figcaption>
      <Advice colour={colour} onTake={onTake} />
      <div className={classes.samples}>
        <Sample colour={colour} scheme="light" />
        <Sample colour={colour} scheme="dark" />
      </div>
    </figure>
  )
}

/** The colour's own contrast, and the nearest one that has enough. */
function Advice({ colour, onTake }: Pick<AccentPreviewProps, 'colour' | 'onTake'>) {
  const { t } = useTranslation()
  const chosen = sanitiseColour(colour)
  if (!chosen) return <p className={classes.advice}>{t('firm.noColour')}</p>
  const nearest = nearestReadable(chosen)
  const ratio = shown(textContrast(chosen))
  if (nearest === chosen) return <p className={classes.advice}>{t('firm.chosenPasses', { ratio })}</p>
  return (
    <p className={classes.advice}>
      <span>{t('firm.chosenRatio', { ratio, least: shown(textRatio.light) })}</span>
      {onTake && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<span className={classes.dot} style={{ background: nearest }} />}
          onClick={() => onTake(nearest)}
        >
          {t('firm.useNearest', { colour: nearest, ratio: shown(textContrast(nearest)) })}
        </Button>
      )}
    </p>
  )
}

function Sample({ colour, scheme }: { colour: unknown; scheme: Scheme }) {
  const { t } = useTranslation()
  const { isAccessible } = useLook()
  const colours = firmColours(colour, { scheme, isAccessible })
  const [, surface] = grounds[scheme]
  const isCorrected = sanitiseColour(colour) !== undefined && colours.accent !== sanitiseColour(colour)
  return (
    <div className={classes.sample} style={{ background: surface, color: colours.accent }}>
      <b>{t(scheme === 'light' ? 'firm.accentLight' : 'firm.accentDark')}</b>
      <span className={classes.button} style={{ background: colours.fill, color: colours.ink }}>
        {t('firm.sample')}
      </span>
      <small>{t('firm.ratio', ratiosOf(colours, surface))}</small>
      {isCorrected && <small>{t('firm.corrected')}</small>}
    </div>
  )
}

function ratiosOf(colours: FirmColours, surface: string): { text: string; button: string } {
  return {
    text: shown(contrastRatio(colours.accent, surface)),
    button: shown(contrastRatio(colours.ink, colours.fill)),
  }
}

/** Never more than it is: 4.46 must not look like a pass. */
function shown(ratio: number): string {
  return formatNumber(Math.floor(ratio * 10) / 10, { minimumFractionDigits: 1 })
}
