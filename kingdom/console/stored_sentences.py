"""Sentences that are composed of parts, in the form of whole templates. Named here, so that the catalogue has them.

They are stored in English or part of a digest; the filter ``in_language`` shows them in the language of the page.
"""

from kingdom.core.text.sentences import sentence_template

_APPROVALS = (
    sentence_template("Shall %(name)s be made?"),
    sentence_template("Shall this become the new version of %(name)s?"),
    sentence_template("Shall a new version of %(name)s be trained and compared?"),
    sentence_template("May %(name)s reach %(host)s for you with your key %(keys)s?"),
    sentence_template("May %(name)s reach %(host)s for you?"),
    sentence_template("%(name)s wants to use %(tools)s."),
    sentence_template("%(name)s asks again for what it may not have: %(tools)s."),
    sentence_template("This needs something from you before it can go on."),
    sentence_template("A run was halted, since its result cannot be relied on."),
    sentence_template("The Guardian halted this until somebody looks at it."),
    sentence_template("A worker died while this ran, and nobody knows whether it took effect."),
    sentence_template("Execution Failure: %(sentence)s"),
    sentence_template("%(name)s cannot begin: it needs a language model, and none is set."),
    sentence_template("Set one, then retry; or skip it."),
    sentence_template("It gave no reason."),
    sentence_template("Its code asks for this. Its purpose: “%(purpose)s”"),
)
_CAPABILITIES = (
    sentence_template("%(begins)s; it may %(words)s (it asks you before it changes anything)."),
    sentence_template(
        "%(begins)s; it may %(words)s (it asks you before it changes anything); it can not use %(missing)s."
    ),
    sentence_template("%(begins)s; it can not use %(missing)s."),
    sentence_template("This plan can %(words)s (it asks you before it changes anything)."),
    sentence_template("This plan can %(words)s (it asks you before it changes anything); it can not use %(missing)s."),
    sentence_template("This plan only computes; it can not use %(missing)s."),
    sentence_template("This plan only computes."),
    sentence_template("It reads the text you send and computes"),
    sentence_template("It reads the text you send and computes."),
    sentence_template("It reads the text you send to a language model"),
    sentence_template("It reads the text you send to a language model."),
    sentence_template("call %(host)s with your key %(keys)s"),
    sentence_template("call %(host)s"),
    sentence_template("search the web"),
    sentence_template("draw charts in the conversation"),
    sentence_template("run programs in the sandbox"),
    sentence_template("read the conversation's files"),
    sentence_template("look for files of the conversation"),
    sentence_template("write files in the conversation"),
    sentence_template("change files in the conversation"),
    sentence_template("delete files in the conversation"),
    sentence_template("hand work to other specialists"),
    sentence_template("keep notes during its task"),
    sentence_template("read its notes of the same task"),
    sentence_template("read the list of its tools"),
    sentence_template("read how a tool is used"),
    sentence_template("the network"),
    sentence_template("files"),
    sentence_template("keys"),
    sentence_template("%(count)s tests, %(hidden)s of them hidden from its designer."),
)
_BLOCKS = (
    sentence_template("%(sentence)s (rules: %(rules)s)"),
    sentence_template(
        "%(sentence)s (rules: %(rules)s) An administrator can approve it under Guardian reviews; then the creation "
        "goes on."
    ),
)
_STATUS_TAGS = (
    sentence_template("There is no status tag."),
    sentence_template("There are %(count)s status tags."),
    sentence_template("The status tag is not at the end of the answer, or has an unknown value."),
    sentence_template("The status tag is in a quote or in a block of code."),
)
_CONDITIONS = (
    sentence_template("%(count)s of %(total)s executions"),
    sentence_template("success %(value)s ≥ %(least)s"),
    sentence_template("success %(value)s < %(least)s"),
    sentence_template("lower bound %(value)s ≥ %(least)s"),
    sentence_template("lower bound %(value)s < %(least)s"),
    sentence_template("measured confidence %(value)s ≥ %(least)s"),
    sentence_template("measured confidence %(value)s < %(least)s"),
    sentence_template("no outcome to measure a confidence from"),
    sentence_template("its tests have not been run yet"),
    sentence_template("%(count)s of %(total)s tests passed"),
    sentence_template("%(count)s of %(total)s tests passed, but of another version or too long ago: run them again"),
    sentence_template("%(count)s of %(total)s tests passed on recorded replies"),
    sentence_template("it has no tests"),
    sentence_template("its tests have not been run on the recorded replies: run them now"),
    sentence_template(
        "no real replies are recorded: its owner records one supervised use on its page, then runs its tests"
    ),
    sentence_template("%(count)s of %(total)s supervised uses, each send approved by its owner"),
    sentence_template(
        "%(count)s of %(total)s supervised uses, each send approved by its owner: let it send for you, and approve "
        "each request in your inbox"
    ),
    sentence_template("trained on real responses"),
    sentence_template("trained on mock replies: run its tests on real ones"),
    sentence_template("trained on mock replies: record a supervised use and run its tests on it"),
    sentence_template("trained on mock replies; its tests passed on real ones"),
    sentence_template("trained on mock replies; its tests passed on recorded ones"),
    sentence_template("it is in training"),
    sentence_template("it is %(status)s"),
    sentence_template("%(count)s open safety findings"),
    sentence_template("%(count)s open safety finding: %(findings)s"),
    sentence_template("%(count)s open safety findings: %(findings)s"),
    sentence_template("its owner cannot verify it"),
    sentence_template("the admin is not its owner"),
    sentence_template("another specialist has this role"),
    sentence_template("the role is free"),
)
_ROUTES = (  # reasons of the King, and why a candidate was not chosen
    sentence_template("%(name)s matches best: probability %(value)s, threshold %(least)s."),
    sentence_template("%(name)s and %(other)s match about equally well."),
    sentence_template("No specialist is available."),
    sentence_template("%(name)s matches best, but you rejected it for a similar message."),
    sentence_template(
        "No specialist matches well enough: %(name)s has probability %(value)s, the threshold is %(least)s."
    ),
    sentence_template("Recipe %(name)s (probability %(value)s) matches much better than %(other)s (%(least)s)."),
    sentence_template("The message asks for a new specialist."),
    sentence_template("The message asks for what recipe %(name)s does."),
    sentence_template("%(name)s matches best, and you are talking to it."),
    sentence_template("Follow-up: stays with %(name)s; no other specialist is clearly better."),
    sentence_template("Follow-up: stays with %(name)s; you chose another one for it in another talk."),
    sentence_template("%(name)s matches best, but cannot answer now: %(sentence)s. Nobody else is near."),
    sentence_template("You chose %(name)s for this message before."),
    sentence_template("You chose %(name)s for a message like this one before."),
    sentence_template("It cannot answer now: %(sentence)s."),
    sentence_template("The message needs no specialist: it is small talk or asks about Kingdom."),
    sentence_template("The language model chose %(name)s: %(text)s"),
    sentence_template("The message asks to %(missing)s."),
    sentence_template("This program offers no new specialist, so the general agent answers."),
    sentence_template("%(name)s read the whole message."),
    sentence_template("Your answer to the offer before."),
    sentence_template("You said how often you need what you asked for before."),
    sentence_template("You chose between the two specialists."),
    sentence_template("The message names this specialist; nobody else was considered."),
    sentence_template(
        "The message consists of %(count)s requests for different specialists; each has a route of its own."
    ),
    sentence_template("The language model gave no usable analysis."),
    sentence_template("The task comes back."),
    sentence_template("The task may come back."),
    sentence_template("The message describes a one-time task."),
    sentence_template("%(count)s similar message on %(days)s day of the last %(number)s."),
    sentence_template("%(count)s similar messages on %(days)s day of the last %(number)s."),
    sentence_template("%(count)s similar messages on %(days)s days of the last %(number)s."),
    sentence_template(
        "%(count)s similar message on %(days)s day of the last %(number)s, of the newest messages that were compared."
    ),
    sentence_template(
        "%(count)s similar messages on %(days)s day of the last %(number)s, of the newest messages that were compared."
    ),
    sentence_template(
        "%(count)s similar messages on %(days)s days of the last %(number)s, of the newest messages that were compared."
    ),
    sentence_template("you rejected it for a similar message"),
    sentence_template("you chose another one for such a message"),
    sentence_template("probability %(value)s, threshold %(least)s"),
    sentence_template("you asked for a new specialist"),
    sentence_template("near tie"),
    sentence_template("a recipe matches better"),
    sentence_template("not clearly better than the one you are talking to"),
    sentence_template("lower score"),
    sentence_template("needs a language model, and none is set up"),
    sentence_template("it cannot %(missing)s"),
    sentence_template("your credential is missing or expired: %(keys)s"),
    sentence_template("verified lately: %(share)s of the messages go to it at first, not this one"),
    sentence_template("an unchanged copy of %(name)s, which is verified"),
    sentence_template("send messages to others"),
    sentence_template("reach another service"),
    sentence_template("run on a schedule"),
    sentence_template("write files"),
    sentence_template("read web pages"),
    sentence_template("draw charts"),
)
_OTHERS = (  # of proposals, manifests, verdicts and files
    sentence_template("The message describes a recurring task."),
    sentence_template("Routing would not send such a message to it."),
    sentence_template("Routing would send such a message to it, but something of its own was wanted."),
    sentence_template("%(memory)s MB, %(cpu)s cores, %(processes)s processes, %(timeout)s s"),
    sentence_template("its input names this node"),
    sentence_template("grants follow from the identity alone; what a manifest asks for is ignored"),
    sentence_template("a role is one of %(text)s"),
    sentence_template("identity of %(name)s"),
    sentence_template("Guardian: %(sentence)s"),
    sentence_template("its spec is approved"),
    sentence_template("its code is approved"),
    sentence_template("its spec was blocked, and a person overrode the block"),
    sentence_template("its code was blocked, and a person overrode the block"),
    sentence_template("its spec waits for a person"),
    sentence_template("its code waits for a person"),
    sentence_template("its spec is blocked"),
    sentence_template("its code is blocked"),
    sentence_template("its spec is not reviewed"),
    sentence_template("its code is not reviewed"),
    sentence_template("The Guardian has not reviewed it."),
    sentence_template("After a promotion: %(sentence)s"),
    sentence_template("%(path)s: %(label)s with the columns %(text)s"),
)
STORED_SENTENCES = (*_ROUTES, *_OTHERS, *_APPROVALS, *_CAPABILITIES, *_BLOCKS, *_STATUS_TAGS, *_CONDITIONS)
