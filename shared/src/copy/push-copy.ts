/** Text of notifications that have none of their own. Apart: the service worker needs it alone. */
export const pushCopy = { 'push.notice': 'নতুন নোটিশ' } as const
