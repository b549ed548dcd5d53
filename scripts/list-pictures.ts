/** The list screens that docs/pictures/lists shows, by route, with the role that works with each. */
const lists = {
  Administrator: [
    'abbreviations',
    'areas-of-law',
    'auto-case-creation',
    'clients',
    'courts',
    'deliveries',
    'departments',
    'document-copies',
    'document-processing',
    'ethical-walls',
    'event-logs',
    'ignored-cases',
    'imports',
    'judges',
    'jurisdiction-groups',
    'jurisdiction-preferences',
    'jurisdictions',
    'locations',
    'matters',
    'notice-formats',
    'notification-rule',
    'practice-groups',
    'preference-groups',
    'security-roles',
    'storage-policies',
    'templates',
    'timekeepers',
    'users',
    'webhooks',
  ],
  Docketing: ['cases', 'documents', 'ecfx-notification', 'inbox-items'],
} as const

/** Every list screen as it opens, at 1440 pixels. */
export const listPictures = Object.entries(lists).flatMap(([role, names]) =>
  names.map((name) => ({ role, route: `/${name}`, name: `pictures/lists/${name}` })),
)
