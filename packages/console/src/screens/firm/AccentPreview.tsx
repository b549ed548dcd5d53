import { useTranslation } from 'react-i18next'
import { contrastRatio, sanitiseColour } from '../../ui/theme/contrast.ts'
import { type FirmColours, firmColours, type Scheme } from '../../ui/theme/firm-colours.ts'
import { useLook } from '../../ui/theme/look.ts'
import { grounds } from '../../ui/theme/tokens.ts'
import classes from './firm.module.css'

/** What becomes of the primary colour in light and dark, with the contrast it reaches, while it is chosen. */
export function AccentPreview({ colour }: { colour: unknown }) {
  const { t } = useTranslation()
  return (
    <figure className={classes.preview}>
      <figcaption>{t('firm.accent')}</figcaption>
      <div className={classes.samples}>
        <Sample colour={colour} scheme="light" />
        <Sample colour={colour} scheme="dark" />
      </div>
    </figure>
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
    text: contrastRatio(colours.accent, surface).toFixed(1),
    button: contrastRatio(colours.ink, colours.fill).toFixed(1),
  }
}
