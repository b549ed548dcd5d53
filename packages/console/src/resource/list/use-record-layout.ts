import { useMediaQuery } from '@mantine/hooks'

/** Where a list's open record goes: next to it if there is room, over it if there is less, a page on a phone. */
export type RecordLayout = 'beside' | 'over' | 'page'

export function useRecordLayout(): RecordLayout {
  const options = { getInitialValueInEffect: false }
  const isWide = useMediaQuery('(min-width: 1600px)', true, options)
  const isPhone = useMediaQuery('(max-width: 699.98px)', false, options)
  if (isWide) return 'beside'
  return isPhone ? 'page' : 'over'
}
