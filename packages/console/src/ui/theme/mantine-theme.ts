import { defaultAccent, firmColours } from '@courtcrier/contract/theme/firm-colours.ts'
import { createTheme, defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core'

/** What is behind a dialog can still be read; its head is no banner of the page. */
const dialog = {
  lockScroll: false,
  overlayProps: { backgroundOpacity: 0.3 },
  transitionProps: { duration: 120 },
  attributes: { header: { role: 'presentation' } },
} as const

/**
 * What Mantine has to know in the program; colours and sizes are CSS variables (`mantine.css`), so that a firm's
 * accent, the dark and the accessible colours need no new theme.
 */
export const mantineTheme = createTheme({
  primaryColor: 'firm',
  primaryShade: { light: 8, dark: 3 },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: 'var(--font-ui)',
  defaultRadius: 'sm',
  colors: { firm: shadesOfDefault() },
  variantColorResolver: (input) => resolveVariant(input),
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Drawer: { defaultProps: dialog },
    Modal: { defaultProps: { ...dialog, centered: true } },
    // A placeholder that takes the focus would be a child that a menu may not have.
    Menu: {
      defaultProps: {
        transitionProps: { duration: 100 },
        shadow: 'md',
        radius: 'md',
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { transitionProps: { duration: 100 }, shadow: 'md', radius: 'md' } },
    Tooltip: { defaultProps: { openDelay: 500 } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
  },
})

const resolveVariant: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input)
  const isShade = /\.\d$/.test(input.color ?? '')
  const name = input.color ?? input.theme.primaryColor
  if (input.variant !== 'filled' || isShade || !Object.hasOwn(input.theme.colors, name)) return colours
  // In the dark the filled ground is light, so white text would not do; both inks are variables.
  return { ...colours, color: name === 'firm' ? 'var(--brand-ink)' : 'var(--surface)' }
}

function shadesOfDefault() {
  const { shades } = firmColours(defaultAccent, { scheme: 'light', isAccessible: false })
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = '', i = '', j = ''] = shades
  return [a, b, c, d, e, f, g, h, i, j] as const
}
