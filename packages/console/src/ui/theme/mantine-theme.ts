import { defaultShades } from '@courtcrier/contract/theme/default-accent.ts'
import { createTheme, defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core'
import { steadyRoot } from './steady-button.tsx'

/** Content behind a dialog stays readable, and its header isn't a banner of the page. */
const dialog = {
  lockScroll: false,
  overlayProps: { backgroundOpacity: 0.3 },
  transitionProps: { duration: 120 },
  attributes: { header: { role: 'presentation' } },
} as const

/**
 * The part of Mantine's theme that must be code; colors and sizes are CSS variables (`mantine.css`), so that a firm's
 * accent, the dark and the accessible colors need no new theme.
 */
export const mantineTheme = createTheme({
  primaryColor: 'firm',
  primaryShade: { light: 8, dark: 3 },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: 'var(--font-ui)',
  defaultRadius: 'sm',
  colors: { firm: defaultShades },
  variantColorResolver: (input) => resolveVariant(input),
  components: {
    ActionIcon: { defaultProps: { renderRoot: steadyRoot } },
    Button: { defaultProps: { size: 'sm', renderRoot: steadyRoot } },
    Drawer: { defaultProps: dialog },
    DrawerRoot: { defaultProps: { lockScroll: dialog.lockScroll, transitionProps: dialog.transitionProps } },
    Modal: { defaultProps: { ...dialog, centered: true } },
    // A focusable placeholder would be a child that a menu may not have.
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
  const colors = defaultVariantColorsResolver(input)
  const isShade = /\.\d$/.test(input.color ?? '')
  const name = input.color ?? input.theme.primaryColor
  if (input.variant !== 'filled' || isShade || !Object.hasOwn(input.theme.colors, name)) return colors
  // In the dark theme the filled background is light, so white text would be unreadable; both text colors are
  // variables.
  return { ...colors, color: name === 'firm' ? 'var(--brand-ink)' : 'var(--surface)' }
}
