import type { Face } from '../../resource/face.ts'

const page = () => import('./FiledRecord.tsx')

/** These have their own page, with what belongs to them: cases, filings, notifications and copies. */
export const matterFace: Face = { resource: 'matter', nav: { group: 'data', icon: 'IconBriefcase' }, page }
export const clientFace: Face = { resource: 'client', nav: { group: 'data', icon: 'IconBuilding' }, page }
export const judgeFace: Face = { resource: 'judge', nav: { group: 'data', icon: 'IconScale' }, page }
export const jurisdictionFace: Face = { resource: 'jurisdiction', nav: { group: 'data', icon: 'IconMapPin' }, page }
export const courtFace: Face = { resource: 'ecfx_jurisdiction', nav: { group: 'data', icon: 'IconBuildingBank' }, page }
