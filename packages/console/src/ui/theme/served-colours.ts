import { firmCssMark } from '@courtcrier/contract/theme/css-mark.ts'

/** Whether the server's own sheet came with the page (`/api/v1/firm/theme.css`). */
export function hasServedColours(): boolean {
  return getComputedStyle(document.documentElement).getPropertyValue(firmCssMark) !== ''
}
