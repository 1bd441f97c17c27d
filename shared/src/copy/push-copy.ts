/** Text of notifications that have none of their own. Apart: the service worker needs it alone. */
export const pushCopy = { 'push.notice': 'নতুন নোটিশ' } as const

/** The first message of a subscription. */
export const welcomeCopy = {
  'push.welcome': 'নতুন নোটিশ এলে জানানো হবে',
  'push.welcome.body': 'এটি দেখা গেলে সব ঠিক আছে। আর কিছু করতে হবে না।',
} as const
