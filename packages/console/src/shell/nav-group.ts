/** Groups of the navigation, in their order; the first has no heading. */
export const navGroups = ['work', 'data', 'special', 'storage', 'settings'] as const
export type NavGroup = (typeof navGroups)[number]
