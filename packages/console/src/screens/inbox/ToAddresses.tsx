import { routeAccess } from '@courtcrier/contract/access.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRole } from '../../session/session-store.ts'

/** Leads to the addresses that courts send notices to: the next step of a firm without a notice. */
export function ToAddresses({ label }: { label: string }) {
  if (routeAccess('firmAccess', useRole()) === 'DENY') return null
  return (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/firm-information" hash="mail" />}>
      {label}
    </Button>
  )
}
