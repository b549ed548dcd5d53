import { routeAccess } from '@courtcrier/contract/access.ts'
import { ecfxJurisdiction } from '@courtcrier/contract/resources/ecfx-jurisdiction.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { recordPagePath } from '../../resource/record-address.ts'
import { useRole } from '../../session/session-store.ts'

/** Links a court's name to the court's page, if the role may open it. */
export function CourtLink({ id, children }: { id: string | null | undefined; children: ReactNode }) {
  const { access } = ecfxJurisdiction
  const isOpen = routeAccess(access || 'jurisdictionAccess', useRole()) !== 'DENY'
  return id && isOpen ? <Link to={recordPagePath(ecfxJurisdiction, id)}>{children}</Link> : children
}
