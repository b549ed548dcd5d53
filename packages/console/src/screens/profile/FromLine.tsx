import { placeName } from '../../ui/place-name.ts'
import classes from './profile.module.css'

/** Shows in a small line where a session or a sign-in came from: the country and the network address. */
export function FromLine({ place, network }: { place: string | null; network: string | null }) {
  const parts = [place && placeName(place), network].filter((part) => part !== null)
  if (parts.length === 0) return null
  return <small className={classes.small}>{parts.join(' · ')}</small>
}
