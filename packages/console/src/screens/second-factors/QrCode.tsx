import encodeQR from 'qr'
import classes from './factors.module.css'

/** Draws a QR code, dark on light in every appearance: many apps don't read the reverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 })
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg className={classes.code} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <title>{label}</title>
      <path d={path} />
    </svg>
  )
}
