import classes from './profile.module.css'

/** Shows where a session or a sign-in came from: the country, and below it the network address. */
export function FromCell({ place, network }: { place: string | null; network: string | null }) {
  return (
    <>
      {place ?? network}
      {place && <small className={classes.network}>{network}</small>}
    </>
  )
}
