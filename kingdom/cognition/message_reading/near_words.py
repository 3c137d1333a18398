"""English words that a slip of the pen makes of words which handlers know: no misspelling of those. Pure.

From the word list SCOWL (sizes 10 and 20), those within one slip (``misspellings``) of a word in the code of a handler.
"""

_WORDS = """
action addictive addition affairs agrees allies analyses angel angels apple archives arose arrive assist atlas backed
backs ballet banks bashed bashes basics beast beasts became bells biased biases bites bitter bless blink bliss boats
bombs bones boring bothers brave breed bugger burying camps campus cares cartoons casting casts cater caused causes
causing ceased ceases ceasing chairs chaps charms chase chased chases chasing chats cheer chops chuck chucked chucks
cites click clones closet coast colleges commands compete competed competent competes computer computers continent
contracts coped copes corrects county courage creates creed crime curry daring decent decodes decoding define demise
depend deprive deprived deriving devil devise diagram dialed dinner dishes dived dives diving drain drift drink drips
driver drove drown drowns drunk eagle eater electronics employers employs enters equips evens exiting exits factories
faculty fairy farce feels fellow fellows fender fight filed filing fined finer finest fining finite fires firms flavor
flawing flaws flesh flies folder forth freeing friction fried fries funded funding funds gender genre gentle glance
grass grind grinds guarded hacker hardy hates heaven homes houses hungry identifies imports incline install interests
inverts invite joints judgment judgments labeled labor laser lasted latter launch layer leader leans lends libel liked
lined litter liver livest loading locate locking locks lords louder loves loving lungs mains major maker makers manage
mangle mania menus messes messing mines minor misses mists moaning moans modifies module modules monkey moons moron
muddle multiples mutter mutters noting novel numerous packet paged painted painting paints palace pants parenthesis
parses partly patient pauses payed pedant penalties petty phase phases picking piles pockets pointers polls ported
ports posted powered praise prayer precious precise premise prince prints profound prone proposition prose provides
pulls punts purity queen quite quota quotas radios ranted ranting raves realized realms reign relies relieve rescue
resemble resent reset resets resort reuse rewrote risking rivers roads routs rulers samples scare scared scares
scaring scope sending sends settle shell shells shirt shoot shopping shorts shove sings slaves slides smell smells
sober solar soles solves spares spill spirit spitting sports sprang spring stack stacks stairs stale stall stared
stares staring startled startling stated stating staying steam steer stiff stirs stocks stole stopped storing storm
stranger strangest strikes struck suite summaries suppliers sweats tacked tacking tacks takers tales talking tanks
tapes tasted teaches tempts thanking thorough threw tires tones tough trace tracks trade trades traveled tread tricks
tries tripos tuned tying unsure valuable varies vended vendor vends venue venues verses voter voters waked wander
wandering washed washes waste whale whereas withdrew witness worlds
"""
NEAR_WORDS = frozenset(_WORDS.split())
