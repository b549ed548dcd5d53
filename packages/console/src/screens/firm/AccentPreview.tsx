import { contrastRatio, type Hex, sanitizeColor } from '@courtcrier/contract/theme/contrast.ts'
import {
  type FirmColors,
  firmColors,
  nearestReadable,
  type Scheme,
  textContrast,
  textRatio,
} from '@courtcrier/contract/theme/firm-colors.ts'
import { grounds } from '@courtcrier/contract/theme/grounds.ts'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/format-number.ts'
import { useLook } from '../../ui/theme/look.ts'
import classes from './firm.module.css'

interface AccentPreviewProps {
  /** The color's name. */
  label: string
  color: unknown
  /** Called with a replacement for the color; absent for users who may not change it. */
  onTake?: ((color: Hex) => void) | undefined
}

/** Previews a color in light and dark, with its contrast, while it is being chosen. */
export function AccentPreview({ label, color, onTake }: AccentPreviewProps) {
  const { t } = useTranslation()
  if (color === null || color === undefined || color === '') return null
  return (
    <figure className={classes.preview}>
      <figcaption>{t('firm.accentOf', { label })}</figcaption>
      <Advice color={color} onTake={onTake} />
      <div className={classes.samples}>
        <Sample color={color} scheme="light" />
        <Sample color={color} scheme="dark" />
      </div>
    </figure>
  )
}

/** Shows the color's own contrast, and the nearest one that has enough. */
function Advice({ color, onTake }: Pick<AccentPreviewProps, 'color' | 'onTake'>) {
  const { t } = useTranslation()
  const chosen = sanitizeColor(color)
  if (!chosen) return <p className={classes.advice}>{t('firm.noColor')}</p>
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
          {t('firm.useNearest', { color: nearest, ratio: shown(textContrast(nearest)) })}
        </Button>
      )}
    </p>
  )
}

function Sample({ color, scheme }: { color: unknown; scheme: Scheme }) {
  const { t } = useTranslation()
  const { isAccessible } = useLook()
  const colors = firmColors(color, { scheme, isAccessible })
  const [, surface] = grounds[scheme]
  const isCorrected = sanitizeColor(color) !== undefined && colors.accent !== sanitizeColor(color)
  return (
    <div className={classes.sample} style={{ background: surface, color: colors.accent }}>
      <b>{t(scheme === 'light' ? 'firm.accentLight' : 'firm.accentDark')}</b>
      <span className={classes.button} style={{ background: colors.fill, color: colors.ink }}>
        {t('firm.sample')}
      </span>
      <small>{t('firm.ratio', ratiosOf(colors, surface))}</small>
      {isCorrected && <small>{t('firm.corrected')}</small>}
    </div>
  )
}

function ratiosOf(colors: FirmColors, surface: string): { text: string; button: string } {
  return {
    text: shown(contrastRatio(colors.accent, surface)),
    button: shown(contrastRatio(colors.ink, colors.fill)),
  }
}

/** Formats a ratio, never rounding up: 4.46 must not look like a pass. */
function shown(ratio: number): string {
  return formatNumber(Math.floor(ratio * 10) / 10, { minimumFractionDigits: 1 })
}
